/** A model hub in a process of its own: rounds of faults are played without giving the event loop a turn. */
import { writeFileSync } from "node:fs";
import process from "node:process";
import { MODEL_A, testModelFiles } from "../fixtures/model/generate.ts";
import { HUB_MODEL, localHub } from "../hub.ts";

const hub = await localHub();
hub.repositories.set(HUB_MODEL, testModelFiles(MODEL_A));
writeFileSync(process.argv[2] ?? "", hub.endpoint);
