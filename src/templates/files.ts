/** The texts of the files that init writes. */
import type { Language, Sentence } from "../sentence.ts";
import { ALL_ON, fill, type Parts, type Switches, withoutHead } from "./fill.ts";
import agentEn from "./en/agent-lingxi.md" with { type: "text" };
import extractEn from "./en/command-extract.md" with { type: "text" };
import initEn from "./en/command-init.md" with { type: "text" };
import rememberEn from "./en/command-remember.md" with { type: "text" };
import configEn from "./en/config.jsonc" with { type: "text" };
import configHomeEn from "./en/config-home.jsonc" with { type: "text" };
import coreEn from "./en/core.md" with { type: "text" };
import noteEn from "./en/note.md" with { type: "text" };
import rulesEn from "./en/rules.mdc" with { type: "text" };
import memoryEn from "./en/skill-memory.md" with { type: "text" };
import manageEn from "./en/skill-memory-manage.md" with { type: "text" };
import settingsEn from "./en/skill-memory-settings.md" with { type: "text" };
import retrieveEn from "./en/skill-retrieve.md" with { type: "text" };
import tasteEn from "./en/skill-taste.md" with { type: "text" };
import agentZh from "./zh/agent-lingxi.md" with { type: "text" };
import extractZh from "./zh/command-extract.md" with { type: "text" };
import initZh from "./zh/command-init.md" with { type: "text" };
import rememberZh from "./zh/command-remember.md" with { type: "text" };
import configZh from "./zh/config.jsonc" with { type: "text" };
import configHomeZh from "./zh/config-home.jsonc" with { type: "text" };
import coreZh from "./zh/core.md" with { type: "text" };
import noteZh from "./zh/note.md" with { type: "text" };
import rulesZh from "./zh/rules.mdc" with { type: "text" };
import memoryZh from "./zh/skill-memory.md" with { type: "text" };
import manageZh from "./zh/skill-memory-manage.md" with { type: "text" };
import settingsZh from "./zh/skill-memory-settings.md" with { type: "text" };
import retrieveZh from "./zh/skill-retrieve.md" with { type: "text" };
import tasteZh from "./zh/skill-taste.md" with { type: "text" };

type Kind = "skills" | "agents" | "commands";

/** Texts by kind and name; a file that a skill names lies beside it, for agents to open when they need it. */
const TEXTS: Readonly<Record<Kind, readonly (readonly [name: string, en: string, zh: string])[]>> = {
  skills: [
    ["long-term-memory", memoryEn, memoryZh],
    ["long-term-memory/manage.md", manageEn, manageZh],
    ["long-term-memory/settings.md", settingsEn, settingsZh],
    ["memory-retrieve", retrieveEn, retrieveZh],
    ["taste-recognition", tasteEn, tasteZh],
  ],
  agents: [["lingxi-memory", agentEn, agentZh]],
  commands: [["remember", rememberEn, rememberZh], ["extract", extractEn, extractZh], ["memory-init", initEn, initZh]],
};

/** The texts by which agents write and read curated notes, which not everybody wants. */
const NOTES_FLOW: readonly string[] = ["memory-retrieve", "taste-recognition", "lingxi-memory", "extract"];

/**
 * Folders for texts, relative to a project's root and to the home folder alike. Without one for agents, our agent is a
 * skill; without one for commands, the person says them in words.
 */
export interface TextFolders {
  readonly skills: string;
  readonly agents?: string;
  readonly commands?: string;
  /** The client would send the head of a command with the prompt, where it has no use. */
  readonly plainCommands?: true;
}

/** A client's skills, agent and commands: file relative to the root → text. */
export function agentFiles(
  folders: TextFolders,
  language: Language,
  memory: string,
  parts: Parts = ALL_ON,
): readonly { file: string; text: string }[] {
  const of = (kind: Kind) =>
    TEXTS[kind].filter(([name]) => parts.notes !== false || !NOTES_FLOW.includes(name))
      .map(([name, en, zh]) => [name, language === "zh" ? zh : en] as const);
  // Without a folder for agents our agent is a skill: its head has no model, and the other skills name it a skill.
  const isSkill = folders.agents === undefined;
  const asSkill = (name: string) => `${folders.skills}/${name.includes("/") ? name : `${name}/SKILL.md`}`;
  return [
    ...of("skills").map(([name, text]) =>
      [asSkill(name), isSkill ? text.replaceAll("agent `lingxi-memory`", "skill `lingxi-memory`") : text] as const
    ),
    ...of("agents").map(([name, text]) =>
      isSkill
        ? [asSkill(name), text.replace(/^model: .*\n/m, "")] as const
        : [`${folders.agents}/${name}.md`, text] as const
    ),
    ...(folders.commands === undefined
      ? []
      : of("commands").map(([name, text]) =>
        [`${folders.commands}/${name}.md`, folders.plainCommands ? withoutHead(text) : text] as const
      )),
  ].map(([file, text]) => ({ file, text: `${fill(text, { memory }, parts)}\n` }));
}

/** The files by which agents write and read curated notes. */
export function notesFiles(folders: TextFolders): readonly string[] {
  const others = new Set(agentFiles(folders, "en", "", { ...ALL_ON, notes: false }).map(({ file }) => file));
  return agentFiles(folders, "en", "").map(({ file }) => file).filter((file) => !others.has(file));
}

/** The always-applied rule of Cursor. */
export function rulesText(language: Language, memory: string, switches: Switches = ALL_ON): string {
  return `${fill(language === "zh" ? rulesZh : rulesEn, { memory, session: "" }, switches)}\n`;
}

export const CORE_TEXT: Sentence = { en: coreEn, zh: coreZh };

/** Whether a MEMORY.md says nothing yet: it is blank, or as `init` wrote it. */
export function isBlankCore(text: string): boolean {
  return ["", coreEn.trim(), coreZh.trim()].includes(text.trim());
}

/** Whether a line of MEMORY.md stands there as `init` wrote it: a heading, or what its comment says of the file. */
export function isLineOfInit(line: string): boolean {
  return `${coreEn}\n${coreZh}`.split("\n").includes(line.trimEnd());
}

/** A new config.json. Every line of it is a comment, so that defaults stay defaults. */
export const CONFIG_TEXT: Readonly<Record<"project" | "home", Sentence>> = {
  project: { en: configEn, zh: configZh },
  home: { en: configHomeEn, zh: configHomeZh },
};

export const NOTE_TEMPLATE: Sentence = { en: noteEn, zh: noteZh };
