/** Which file keeps a client from running the hooks that are installed? */
import { agentPath, type Scope, SETUPS } from "../agents/setup.ts";
import { OFF_SWITCHES, type OffSwitch } from "../agents/off_switch.ts";
import { readText } from "../files.ts";
import { type Finding, type Patient, warn } from "./check.ts";
import { hookFiles, type HookFileView } from "./hook_files.ts";

/** What to say of the clients that call memory here and are told to run no hooks. */
export function hooksOff(patient: Patient): Finding[] {
  const connected = Map.groupBy(hookFiles(patient).filter(({ commands }) => commands.length > 0), ({ agent }) => agent);
  return [...connected].flatMap(([agent, files]) =>
    (OFF_SWITCHES[agent] ?? []).flatMap((off) =>
      filesOff(patient, files, off).map((path) => told(patient, SETUPS[agent].name, path, off))
    )
  );
}

function told({ say }: Patient, name: string, path: string, { setting }: OffSwitch): Finding {
  return warn(
    say({
      en: `${name} runs no hooks: ${path} says so (${setting})`,
      zh: `${name} 不运行钩子：${path} 里这样写着（${setting}）`,
    }),
    say({ en: `Change ${setting} there, if memory is wanted`, zh: `若要使用记忆，请改掉其中的 ${setting}` }),
  );
}

/**
 * The first file that says anything of it, if it says that hooks are off. A home that was moved has its own say.
 *
 * @param connected the client's files with our hooks
 */
function filesOff({ memory }: Patient, connected: readonly HookFileView[], off: OffSwitch): string[] {
  const { files, managed = [], isOff, apart } = off;
  const root = memory.locations.projectRoot;
  const counts = (scope: Scope) => !apart || connected.some((file) => file.scope === scope);
  const found = connected.flatMap(({ agent, runtime }) => {
    const at = (folder: string, names: readonly string[]) =>
      names.map((name) => agentPath(runtime, agent, folder, name));
    const paths = [
      ...managed,
      ...(root !== undefined && counts("project") ? at(root, files.project) : []),
      ...(counts("home") ? at(runtime.home, files.home) : []),
    ];
    for (const path of paths) {
      const isSo = isOff(readText(runtime.files, path) ?? "", root ?? runtime.home);
      if (isSo !== undefined) return isSo ? [path] : [];
    }
    return [];
  });
  return [...new Set(found)];
}
