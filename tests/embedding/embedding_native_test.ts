/**
 * All tests that load ONNX Runtime into the testing process are imported here: its binding is loaded once per process
 * and ends with the thread that loaded it, and Deno gives each test file a thread.
 */
import "./infer_cases.ts";
import "./fill_cases.ts";
