/** From when on something is worth a warning (management seed §4.9). */
export const THRESHOLDS = {
  index_lag_warn_minutes: 10,
  daily_write_spike: 100,
  duplicate_id_warn_pct: 1,
  log_errors_warn_per_day: 5,
} as const;
