/** Metrics whose sums over all days the table of counters keeps beside it: reports ask how things stand now. */
export type Totalled =
  | "archived"
  | "coins_corrected"
  | "coins_in"
  | "coins_out"
  | "eggs_cancelled"
  | "eggs_created"
  | "eggs_hatched"
  | "erased"
  | "tokens_corrected"
  | "tokens_in"
  | "tokens_out"
