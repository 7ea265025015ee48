-- 0110_embeds_of_keys.sql: whoever held a publishable key could mint tokens that read for thirty days, and nothing ended them once the key
-- was revoked: they name no session. They know their key now and end with it. Tokens that were minted before, or by a node of the release
-- before, know none and last until they expire.
ALTER TABLE widget_tokens ADD COLUMN minted_by uuid;
