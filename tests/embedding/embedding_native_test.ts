/**
 * Everything that loads ONNX Runtime into the testing process stands below this one file: its binding lives once per
 * process and dies with the first thread that had it, and Deno gives each test file a thread.
 */
import "./infer_cases.ts";
import "./fill_cases.ts";
