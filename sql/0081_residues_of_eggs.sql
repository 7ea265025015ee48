-- 0081_residues_of_eggs.sql: a rebuild counts eggs, archived buddies, ages and features again as well. Of users who were erased on the release before
-- nobody kept what they had added to those: a workspace that has such a user keeps what was counted.
--
-- 0: nothing is known. 1: what went with the eggs and buddies is in the residue. 2: the rest of the erasure is, too.
ALTER TABLE analytics_residues ADD COLUMN told int NOT NULL DEFAULT 0;
