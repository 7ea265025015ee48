/** Every limit of the contract with its unit, in one place (contract part 8 and the wire conventions). */
export const limits = {
  events_per_batch_max: 1_000,
  eggs_per_minute: 60,
  widget_sessions_per_minute: 300,
  writes_per_second: 60,
  reads_per_second: 300,
  /** of one widget token, before the windows of its workspace */
  widget_writes_per_second: 10,
  widget_reads_per_second: 50,
  widget_event_types_max: 20,
  widget_origins_max: 10,
  public_reads_per_second: 300,
  public_writes_per_minute: 60,
  /** of an address, beside its tries at passwords; a sign-in takes three or four */
  sso_requests_per_minute: 300,
  refused_per_minute: 300,
  /** of each type that reads through all a workspace has: backtests, backfills of badges, simulated seasons */
  open_operations_max: 5,
  /** exports of users under way; they take turns one by one */
  open_exports_max: 50,
  /** pictures a tenant has uploaded, and their bytes as they are kept */
  uploads_max: 2_000,
  uploads_bytes_max: 500_000_000,
  profile_templates_max: 100,
  /** buddies named in one request */
  profiles_applied_max: 1_000,
  /** buddies given coins for nothing by one request */
  free_lunches_max: 100,
  /** people of a workspace, invited ones included */
  members_max: 200,
  equipped_items_max: 4,
  outfits_max: 20,
  /** of one buddy, and of a whole workspace */
  open_proposals_of_buddy_max: 3,
  open_proposals_max: 500,
  evolution_stages_max: 5,
  offset_limit_default: 20,
  offset_limit_max: 100,
  cursor_limit_default: 50,
  cursor_limit_max: 200,
  idempotency_ttl_hours: 24,
  idempotency_key_length_max: 255,
  body_bytes_max: 1_048_576,
  large_body_bytes_max: 10_485_760,
  /** of routes without a credential, and where no body is asked for */
  small_body_bytes_max: 16_384,
  json_depth_max: 20,
  /** properties and elements of a whole body together */
  json_parts_max: 10_000,
  large_json_parts_max: 50_000,
  /** properties of one object */
  json_keys_max: 1_000,
  string_length_max: 10_000,
  /** of `properties` and `metadata`, as UTF-8 JSON */
  free_map_bytes_max: 16_384,
  issues_max: 50,
  /** of the rows of a cursor page, as JSON: it ends early, with its cursor */
  page_bytes_max: 4_000_000,
  /** of a `metadata` shown in an offset list; larger ones are in the single read */
  listed_metadata_bytes_max: 2_048,
  /** of user_id and event_id, in characters, of which each is one or two UTF-16 units */
  client_id_length_max: 255,
  /** of one path parameter, decoded, in UTF-16 units: a widget's event id behind the id of its buddy */
  path_parameter_length_max: 600,
  amount_max: 1_000_000_000,
  balance_max: Number.MAX_SAFE_INTEGER,
  clock_ahead_minutes_max: 5
} as const
