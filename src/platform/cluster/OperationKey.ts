/** What names a job everywhere: its row, its workflow, and what it does. */

export interface OperationKey {
  readonly customer_id: string
  readonly operation_id: string
}
