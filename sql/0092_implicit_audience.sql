-- 0092_implicit_audience.sql: under which name the implicit audience goes on. Published rules never change: those that name `default` are read
-- as of its successor from here on. Null: it has none. Workspaces that named their first audience before may have written such rules anew
-- since, and paying both would be wrong, so nobody is given one.

ALTER TABLE customers ADD COLUMN implicit_audience text;
