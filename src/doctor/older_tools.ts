/** Memory tools from before: what they wired beside our hooks, and what they remembered that is not here yet. */
import type { Layer } from "../records/mod.ts";
import { olderData, olderWiring } from "../setup/older_tools.ts";
import { olderDataText, olderWiringText } from "../setup/words.ts";
import { type Check, type Finding, pass, type Patient, together, warn } from "./check.ts";

interface Spot {
  readonly root: string;
  readonly dataFolder: string;
  readonly layer: Layer;
}

/** Whether an older memory tool still works here, or has left something behind. */
export const olderTools: Check = (patient) => {
  const findings = spotsOf(patient).flatMap((spot) => [...wired(patient, spot), ...remembered(patient, spot)]);
  const none = patient.say({ en: "none", zh: "无" });
  return findings.length > 0 ? together(patient.say, findings) : pass(none);
};

function spotsOf({ runtime, memory: { locations, global }, layer }: Patient): Spot[] {
  const { projectRoot, projectFolder, globalFolder } = locations;
  return [
    ...projectRoot !== undefined && projectFolder !== undefined && layer !== "global"
      ? [{ root: projectRoot, dataFolder: projectFolder, layer: "project" as const }]
      : [],
    ...global !== undefined && layer !== "project"
      ? [{ root: runtime.home, dataFolder: globalFolder ?? global.folder, layer: "global" as const }]
      : [],
  ];
}

function wired({ runtime, language, say }: Patient, { root, layer }: Spot): Finding[] {
  const isHome = layer === "global";
  const wiring = olderWiring(runtime, { root, scope: isHome ? "home" : "project" });
  if (wiring.length === 0) return [];
  const command = `memory init${isHome ? " --global" : ""} --take-over`;
  return [warn(
    olderWiringText(language, wiring, isHome).replace(/[.。]$/, ""),
    say({ en: `Run \`${command}\``, zh: `请运行 \`${command}\`` }),
  )];
}

function remembered({ runtime, language, say }: Patient, spot: Spot): Finding[] {
  return olderData(runtime, spot).map((found) =>
    warn(olderDataText(language, found), say({ en: `Run \`${found.command}\``, zh: `请运行 \`${found.command}\`` }))
  );
}
