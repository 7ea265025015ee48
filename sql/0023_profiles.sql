-- 0023_profiles.sql: how buddies present themselves in public, and templates of it.

CREATE TABLE profile_templates (
  customer_id uuid NOT NULL REFERENCES customers,
  profile_template_id uuid NOT NULL,
  profile_template_key text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  -- null: of every audience
  audience text,
  profile jsonb NOT NULL,
  is_default boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, profile_template_id),
  UNIQUE (customer_id, profile_template_key)
);
-- Births look for it, and none could tell which of two to take.
CREATE UNIQUE INDEX profile_templates_default ON profile_templates (customer_id, coalesce(audience, '')) WHERE is_default;

-- Beside the buddy and not in its state: a profile is no progress, and changing a thousand of them must not wake a thousand actors.
CREATE TABLE buddy_profiles (
  customer_id uuid NOT NULL,
  buddy_id uuid NOT NULL,
  -- only what is not at its default, so that filling in and writing over are one operator of jsonb
  profile jsonb NOT NULL,
  profile_template_id uuid,
  -- when and by which operation the template was applied; births have none
  applied_at timestamptz,
  applied_by uuid,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, buddy_id),
  -- Whoever erases a buddy erases what it said of itself.
  FOREIGN KEY (customer_id, buddy_id) REFERENCES buddies ON DELETE CASCADE
);
CREATE INDEX buddy_profiles_template ON buddy_profiles (customer_id, profile_template_id, applied_at) WHERE profile_template_id IS NOT NULL;
