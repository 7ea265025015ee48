-- 0002_config.sql: what a tenant authors. Versioned content is one JSON document per config version; live things have tables of their own.
CREATE TABLE config_versions (
  customer_id uuid NOT NULL REFERENCES customers,
  config_version_id uuid NOT NULL,
  number int NOT NULL,
  name text,
  status text NOT NULL CHECK (status IN ('draft', 'published', 'archived')),
  content jsonb NOT NULL,
  -- sha256 of the content's text as stored, set by publish
  content_hash text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  published_at timestamptz,
  published_by text,
  PRIMARY KEY (customer_id, config_version_id),
  UNIQUE (customer_id, number)
);
CREATE UNIQUE INDEX config_versions_one_draft ON config_versions (customer_id) WHERE status = 'draft';
CREATE UNIQUE INDEX config_versions_one_published ON config_versions (customer_id) WHERE status = 'published';

-- Published content is what buddies were promised: not even a bug in the service may change it.
CREATE FUNCTION config_versions_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.status <> 'draft' THEN
      RAISE EXCEPTION 'config version % is %, it cannot be deleted', OLD.config_version_id, OLD.status USING ERRCODE = 'HA001';
    END IF;
    RETURN OLD;
  END IF;
  IF OLD.status = 'draft' THEN
    RETURN NEW;
  END IF;
  IF (NEW.customer_id, NEW.config_version_id, NEW.number, NEW.content, NEW.content_hash, NEW.published_at, NEW.published_by, NEW.created_at)
       IS DISTINCT FROM
     (OLD.customer_id, OLD.config_version_id, OLD.number, OLD.content, OLD.content_hash, OLD.published_at, OLD.published_by, OLD.created_at)
     OR NOT (NEW.status = OLD.status OR (OLD.status = 'published' AND NEW.status = 'archived')) THEN
    RAISE EXCEPTION 'config version % is %, its content is frozen', OLD.config_version_id, OLD.status USING ERRCODE = 'HA001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER config_versions_frozen BEFORE UPDATE OR DELETE ON config_versions
  FOR EACH ROW EXECUTE FUNCTION config_versions_frozen();

CREATE TABLE event_types (
  customer_id uuid NOT NULL REFERENCES customers,
  event_type_id uuid NOT NULL,
  event_type text NOT NULL,
  name text NOT NULL,
  description text,
  properties jsonb NOT NULL DEFAULT '[]',
  unknown_properties text NOT NULL DEFAULT 'allow' CHECK (unknown_properties IN ('allow', 'reject')),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, event_type_id),
  UNIQUE (customer_id, event_type)
);

CREATE TABLE gates (
  customer_id uuid NOT NULL REFERENCES customers,
  gate_key text NOT NULL,
  token_key text NOT NULL,
  cost bigint NOT NULL CHECK (cost >= 0),
  metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, gate_key)
);

CREATE TABLE marketplaces (
  customer_id uuid NOT NULL REFERENCES customers,
  marketplace_id uuid NOT NULL,
  marketplace_key text NOT NULL,
  name text NOT NULL,
  audience text,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, marketplace_id),
  UNIQUE (customer_id, marketplace_key)
);

CREATE TABLE marketplace_items (
  customer_id uuid NOT NULL,
  marketplace_id uuid NOT NULL,
  item_id uuid NOT NULL,
  item_key text NOT NULL,
  name text NOT NULL,
  category text NOT NULL CHECK (category IN ('background', 'body', 'feet', 'hand', 'neck', 'face', 'head', 'accessory')),
  price_coins bigint NOT NULL CHECK (price_coins >= 0),
  position int NOT NULL,
  -- everything else of the item as the contract shows it: stock, windows, visibility, requirements, images
  content jsonb NOT NULL DEFAULT '{}',
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, item_id),
  UNIQUE (customer_id, marketplace_id, item_key),
  FOREIGN KEY (customer_id, marketplace_id) REFERENCES marketplaces
);
