/** Settings that go together, by what they are for. Each fulfils the constraints between settings. */
export const PRESETS = {
  lightweight: {
    "memory.load_days_full": 1,
    "memory.load_days_partial": 2,
    "memory.load_days_max": 3,
    "memory.facts_limit": 10,
    "cleanup.auto_cleanup_days": 30,
  },
  "deep-memory": {
    "memory.load_days_full": 5,
    "memory.load_days_partial": 15,
    "memory.load_days_max": 30,
    "memory.partial_per_day": 5,
    "memory.facts_limit": 50,
  },
  performance: {
    "memory.load_days_full": 1,
    "memory.load_days_partial": 2,
    "memory.load_days_max": 3,
    "memory.facts_limit": 5,
    "log.level": "WARNING",
    "embedding.enabled": false,
  },
} as const;

/** The name of one. */
export type Preset = keyof typeof PRESETS;
/** As `config preset` offers them. */
export const PRESET_NAMES = Object.keys(PRESETS) as readonly Preset[];
