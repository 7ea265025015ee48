/** What a subject has come to, as SQL to be read along with the record of its family. */

const ofSubject = (alias: string, record: string, id: string) =>
  `${alias}.customer_id = ${record}.customer_id AND ${alias}.subject_id = ${record}.${id}`

/** `record` and `id`: the alias and the column that name the subject. */
export const subjectSums = {
  /** as text: it may be more than a number holds exactly */
  total: (record: string, id: string, bucket = "all") =>
    `(SELECT coalesce(sum(t.amount), 0)::text FROM campaign_totals AS t
      WHERE ${ofSubject("t", record, id)} AND t.bucket = '${bucket}')`,
  /** buddies that have brought something */
  scorers: (record: string, id: string) =>
    `(SELECT count(*)::int FROM campaign_scores AS s WHERE ${ofSubject("s", record, id)} AND s.score > 0)`
} as const
