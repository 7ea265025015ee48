-- 0107_grants_of_months.sql: what an operator had granted on a table that was then kept by months stayed with its first month: whoever reads
-- the whole table, a report for instance, was refused. The tables get what their months have. New months need nothing: rights are asked for
-- on the table that is named.
DO $$
DECLARE
  given record;
BEGIN
  FOR given IN
    SELECT DISTINCT i.inhparent::regclass AS parent, a.privilege_type, a.is_grantable,
      CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END AS grantee
    FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid, aclexplode(c.relacl) AS a
    WHERE a.grantee <> c.relowner AND i.inhparent IN (
      'events'::regclass, 'ledger'::regclass, 'buddy_changes'::regclass, 'webhook_deliveries'::regclass, 'webhook_past_attempts'::regclass)
  LOOP
    EXECUTE format('GRANT %s ON %s TO %s%s', given.privilege_type, given.parent, given.grantee,
      CASE WHEN given.is_grantable THEN ' WITH GRANT OPTION' END);
  END LOOP;
END $$;
