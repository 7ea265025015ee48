-- 0056_audit.sql: the audit log is read by the people of a workspace and holds what keys change as well. It keeps the
-- template of a route and not the address that was asked for, which may hold the id of a user; rows of before are
-- rewritten. A node of the release before goes on writing addresses, and the trigger does the same to them.
ALTER TABLE audit_log
  -- written by nodes of the release before
  ALTER COLUMN account_id DROP NOT NULL,
  -- null: no request did it
  ALTER COLUMN method DROP NOT NULL,
  ALTER COLUMN path DROP NOT NULL,
  ALTER COLUMN status DROP NOT NULL,
  ADD COLUMN actor_type text CHECK (actor_type IN ('account', 'api_key', 'sso', 'system')),
  ADD COLUMN actor_id text,
  ADD COLUMN action text,
  ADD COLUMN target_type text,
  ADD COLUMN target_id text;

-- What people could change when this was written: method, path, action.
CREATE FUNCTION audited_route(asked_method text, asked_path text, OUT path text, OUT action text)
LANGUAGE sql IMMUTABLE AS $function$
  SELECT '/api/v1' || route[2], route[3]
  FROM (SELECT string_to_array(trim(line), ' ') AS route FROM unnest(string_to_array($routes$
    POST /auth/api-keys api-keys.create
    POST /auth/api-keys/rotate api-keys.rotate
    DELETE /auth/api-keys/{id} api-keys.revoke
    POST /auth/email/verification/request account.requestVerification
    POST /auth/password/change password.change
    POST /auth/publishable-keys api-keys.createPublishable
    POST /badge-definitions badge-definitions.create
    POST /badge-definitions/generate-icon badge-definitions.generateIcon
    POST /badge-definitions/upload-icon badge-definitions.uploadIcon
    DELETE /badge-definitions/{id} badge-definitions.remove
    PUT /badge-definitions/{id} badge-definitions.replace
    POST /badge-definitions/{id}/backfill badge-definitions.backfill
    POST /badge-definitions/{id}/regenerate-icon badge-definitions.regenerateIcon
    POST /billing/checkout billing.checkout
    POST /billing/portal billing.portal
    POST /buddies/{buddy_id}/group-quests/{questId}/join group-quests.join
    POST /buddies/{buddy_id}/group-quests/{questId}/leave group-quests.leave
    POST /buddies/{buddy_id}/kudos kudos.give
    POST /buddies/{buddy_id}/lotteries/{id}/entries lottery-entries.enter
    POST /buddies/{buddy_id}/mystery-boxes/{box_key}/open mystery-boxes.open
    PATCH /buddies/{id} buddies.rename
    POST /buddies/{id}/appearance/rerender buddy-growth.rerender
    PATCH /buddies/{id}/archive buddies.archive
    POST /buddies/{id}/badges buddies.awardBadge
    POST /buddies/{id}/badges/{badge_key}/reject badge-reviews.reject
    DELETE /buddies/{id}/boosters/{booster_id} boosters.revoke
    POST /buddies/{id}/ceremonies ceremonies.complete
    POST /buddies/{id}/coins buddies.earnCoins
    POST /buddies/{id}/coins/spend buddies.spendCoins
    PATCH /buddies/{id}/equipped-items buddy-growth.equip
    POST /buddies/{id}/evolve buddy-growth.evolve
    POST /buddies/{id}/free-lunches/{grant_id}/dismiss free-lunches.dismiss
    POST /buddies/{id}/free-lunches/{grant_id}/seen free-lunches.seen
    POST /buddies/{id}/gates/{gate_key}/unlock buddy-items.unlockGate
    POST /buddies/{id}/gifts buddy-items.gift
    PATCH /buddies/{id}/leaderboard leaderboards.setVisibility
    POST /buddies/{id}/outfits outfits.save
    DELETE /buddies/{id}/outfits/{outfit_id} outfits.remove
    POST /buddies/{id}/outfits/{outfit_id}/wear outfits.wear
    PATCH /buddies/{id}/profile buddy-profiles.update
    POST /buddies/{id}/purchase-item buddy-items.purchase
    PATCH /buddies/{id}/skills buddies.skills
    POST /buddies/{id}/streaks/{streak_key}/freeze buddy-streaks.freeze
    POST /buddies/{id}/streaks/{streak_key}/restore buddy-streaks.restore
    POST /buddies/{id}/tokens buddies.changeTokens
    POST /buddies/{id}/unlock-item buddy-items.unlock
    DELETE /buddies/{id}/vacation buddy-streaks.endVacation
    POST /buddies/{id}/vacation buddy-streaks.takeVacation
    POST /coin-rules coin-rules.create
    DELETE /coin-rules/{id} coin-rules.remove
    PUT /coin-rules/{id} coin-rules.replace
    POST /config-versions config-versions.open
    POST /config-versions/import config-files.import
    POST /config-versions/plan config-files.plan
    PATCH /config-versions/{id} config-versions.update
    POST /config-versions/{id}/backtest backtests.start
    POST /config-versions/{id}/clone config-versions.clone
    POST /config-versions/{id}/migrate-buddies config-versions.migrate
    POST /config-versions/{id}/publish config-versions.publish
    PATCH /customers/me customers.update
    POST /customers/me/apply-preset presets.apply
    POST /customers/me/assets/regenerate buddy-growth.regenerate
    PATCH /customers/me/audiences customers.replaceAudiences
    POST /customers/me/boosters/grant boosters.grant
    DELETE /customers/me/boosters/{id} boosters.remove
    POST /customers/me/causes causes.create
    DELETE /customers/me/causes/{id} causes.remove
    PATCH /customers/me/causes/{id} causes.update
    POST /customers/me/causes/{id}/draft causes.draft
    PATCH /customers/me/causes/{id}/webhook causes.setWebhook
    POST /customers/me/causes/{id}/webhook/test causes.testWebhook
    DELETE /customers/me/council/narrative/slots/{slot} council.clearSlot
    PUT /customers/me/council/narrative/slots/{slot} council.setSlot
    POST /customers/me/council/proposals council.propose
    PATCH /customers/me/council/proposals/{id} council.vote
    POST /customers/me/event-badges event-badges.create
    DELETE /customers/me/event-badges/{id} event-badges.remove
    PATCH /customers/me/event-badges/{id} event-badges.update
    PATCH /customers/me/feature-config/{feature_key} feature-toggles.configure
    PATCH /customers/me/feature-toggles feature-toggles.update
    DELETE /customers/me/feature-toggles/draft feature-toggles.discard
    POST /customers/me/feature-toggles/publish feature-toggles.publish
    POST /customers/me/flash-sales flash-sales.create
    DELETE /customers/me/flash-sales/{id} flash-sales.remove
    POST /customers/me/founding-cohort/backfill founding-cohort.backfill
    PATCH /customers/me/founding-cohort/config founding-cohort.update
    POST /customers/me/free-lunches free-lunches.give
    POST /customers/me/group-quests group-quests.create
    DELETE /customers/me/group-quests/{questId} group-quests.remove
    PATCH /customers/me/group-quests/{questId} group-quests.update
    POST /customers/me/group-quests/{questId}/force-resolve group-quests.forceResolve
    POST /customers/me/group-quests/{questId}/publish group-quests.publish
    POST /customers/me/kudo-types kudo-types.create
    POST /customers/me/kudo-types/apply-template kudo-types.applyTemplate
    POST /customers/me/kudo-types/apply-theme-template kudo-types.applyThemeTemplate
    PATCH /customers/me/kudo-types/reorder kudo-types.reorder
    DELETE /customers/me/kudo-types/{id} kudo-types.archive
    PATCH /customers/me/kudo-types/{id} kudo-types.update
    DELETE /customers/me/kudos/{kudo_id} kudos.remove
    PATCH /customers/me/leaderboard-config leaderboards.configure
    PATCH /customers/me/leagues/config leagues.configure
    POST /customers/me/leagues/seasons leagues.create
    POST /customers/me/leagues/seasons/preview leagues.preview
    DELETE /customers/me/leagues/seasons/{seasonId} leagues.remove
    POST /customers/me/leagues/seasons/{seasonId}/force-close leagues.forceClose
    PUT /customers/me/leagues/tiers leagues.replaceTiers
    POST /customers/me/lotteries lotteries.create
    DELETE /customers/me/lotteries/{id} lotteries.remove
    PATCH /customers/me/lotteries/{id} lotteries.update
    POST /customers/me/lotteries/{id}/draws lotteries.drawNow
    POST /customers/me/lotteries/{id}/simulate-draw lotteries.simulate
    PATCH /customers/me/mentor-visibility/config mentors.configure
    DELETE /customers/me/mentor-visibility/sessions mentors.end
    POST /customers/me/mentor-visibility/sessions mentors.start
    PATCH /customers/me/mission-anchor-config mission-anchor.update
    POST /customers/me/mystery-boxes mystery-boxes.create
    DELETE /customers/me/mystery-boxes/{id} mystery-boxes.remove
    PATCH /customers/me/mystery-boxes/{id} mystery-boxes.update
    PATCH /customers/me/narrative narrative.update
    POST /customers/me/players/{buddyId}/award awards.give
    POST /customers/me/profile-templates profile-templates.create
    POST /customers/me/profile-templates/apply-bulk profile-templates.applyBulk
    DELETE /customers/me/profile-templates/{id} profile-templates.remove
    PATCH /customers/me/profile-templates/{id} profile-templates.update
    PATCH /customers/me/reengagement-config re-engagement.update
    PATCH /customers/me/settings customers.updateSettings
    POST /customers/me/surprise-drops surprise-drops.create
    DELETE /customers/me/surprise-drops/{id} surprise-drops.remove
    PATCH /customers/me/surprise-drops/{id} surprise-drops.update
    POST /customers/me/teams teams.create
    POST /customers/me/teams/import teams.import
    DELETE /customers/me/teams/{teamId} teams.remove
    PATCH /customers/me/teams/{teamId} teams.update
    POST /customers/me/teams/{teamId}/members teams.join
    DELETE /customers/me/teams/{teamId}/members/{buddyId} teams.leave
    PATCH /customers/me/teams/{teamId}/members/{buddyId} teams.setRole
    POST /eggs eggs.create
    POST /eggs/{id}/hatch eggs.hatch
    PATCH /eggs/{id}/status eggs.setStatus
    POST /embed-tokens widget-sessions.createEmbed
    POST /event-types event-types.create
    DELETE /event-types/{id} event-types.remove
    PUT /event-types/{id} event-types.replace
    POST /events events.ingest
    POST /events/admin-trigger events.trigger
    POST /events/batch events.batch
    POST /events/{id}/reverse events.reverse
    PUT /evolution-rules evolution-rules.replace
    DELETE /gates/{gate_key} gates.remove
    PUT /gates/{gate_key} gates.put
    POST /marketplaces marketplaces.create
    PUT /marketplaces/{id} marketplaces.replace
    POST /marketplaces/{id}/items marketplaces.createItem
    POST /marketplaces/{id}/items/import marketplaces.importItems
    POST /marketplaces/{id}/items/reorder marketplaces.reorderItems
    DELETE /marketplaces/{id}/items/{item_id} marketplaces.removeItem
    PUT /marketplaces/{id}/items/{item_id} marketplaces.replaceItem
    POST /marketplaces/{id}/items/{item_id}/regenerate-image marketplaces.regenerateItemImage
    POST /marketplaces/{id}/items/{item_id}/upload-image marketplaces.uploadItemImage
    POST /operations/{id}/cancel operations.cancel
    POST /path-definitions path-definitions.create
    POST /path-definitions/buddies/{buddy_id}/paths/{path_key}/sub-steps/{sub_step_key}/complete path-definitions.complete
    DELETE /path-definitions/{id} path-definitions.remove
    PUT /path-definitions/{id} path-definitions.replace
    POST /path-definitions/{id}/activate path-definitions.activate
    POST /path-definitions/{id}/deactivate path-definitions.deactivate
    POST /path-definitions/{id}/steps path-definitions.createStep
    PUT /path-definitions/{id}/steps/reorder path-definitions.reorderSteps
    DELETE /path-definitions/{id}/steps/{step_id} path-definitions.removeStep
    PUT /path-definitions/{id}/steps/{step_id} path-definitions.replaceStep
    POST /path-definitions/{id}/steps/{step_id}/sub-steps path-definitions.createSubStep
    PUT /path-definitions/{id}/steps/{step_id}/sub-steps/reorder path-definitions.reorderSubSteps
    DELETE /path-definitions/{id}/steps/{step_id}/sub-steps/{sub_step_id} path-definitions.removeSubStep
    PUT /path-definitions/{id}/steps/{step_id}/sub-steps/{sub_step_id} path-definitions.replaceSubStep
    POST /players/zero players.createZero
    POST /skill-decay-rules skill-decay-rules.create
    POST /skill-decay-rules/run-now skill-decay-rules.runNow
    DELETE /skill-decay-rules/{id} skill-decay-rules.remove
    PUT /skill-decay-rules/{id} skill-decay-rules.replace
    POST /skill-rules skill-rules.create
    POST /skill-rules/apply-theme-pack skill-rules.applyThemePack
    DELETE /skill-rules/{id} skill-rules.remove
    PUT /skill-rules/{id} skill-rules.replace
    POST /skill-sets skill-sets.create
    POST /skill-sets/generate-icon skill-sets.generateIcon
    DELETE /skill-sets/{id} skill-sets.remove
    PUT /skill-sets/{id} skill-sets.replace
    POST /streak-rules streak-rules.create
    DELETE /streak-rules/{id} streak-rules.remove
    PUT /streak-rules/{id} streak-rules.replace
    POST /test/clocks test-clocks.create
    DELETE /test/clocks/{id} test-clocks.remove
    POST /test/clocks/{id}/advance test-clocks.advance
    POST /test/clocks/{id}/users test-clocks.attach
    POST /token-rules token-rules.create
    DELETE /token-rules/{id} token-rules.remove
    PUT /token-rules/{id} token-rules.replace
    POST /token-types token-types.create
    DELETE /token-types/{id} token-types.remove
    PUT /token-types/{id} token-types.replace
    POST /webhook-configs webhook-configs.create
    DELETE /webhook-configs/{id} webhook-configs.remove
    PATCH /webhook-configs/{id} webhook-configs.update
    POST /webhook-configs/{id}/recover webhook-configs.recover
    POST /webhook-configs/{id}/rotate-secret webhook-configs.rotate
    POST /webhook-configs/{id}/test webhook-configs.test
    POST /webhook-deliveries/{id}/replay webhook-configs.replay
    POST /widget-sessions widget-sessions.createSession
    DELETE /widget-sessions/{id} widget-sessions.revokeSession
  $routes$, E'\n')) AS line) AS routes
  WHERE route[1] = asked_method AND split_part(route[2], '/', 2) = split_part(asked_path, '/', 4)
    AND asked_path ~* ('^/api/v1' || regexp_replace(route[2], '\{\w+\}', '[^/]+', 'g') || '/?$')
  ORDER BY length(regexp_replace(route[2], '[^{]', '', 'g')), route[2] LIMIT 1
$function$;

UPDATE audit_log AS a SET actor_type = 'account', actor_id = a.account_id::text,
  path = coalesce(found.path, 'unknown'), action = coalesce(found.action, 'unknown')
FROM audit_log AS old CROSS JOIN LATERAL audited_route(old.method, old.path) AS found
WHERE old.customer_id = a.customer_id AND old.audit_id = a.audit_id;

CREATE FUNCTION audit_without_ids() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT 'account', NEW.account_id::text, coalesce(found.path, 'unknown'), coalesce(found.action, 'unknown')
  INTO NEW.actor_type, NEW.actor_id, NEW.path, NEW.action FROM audited_route(NEW.method, NEW.path) AS found;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_without_ids BEFORE INSERT ON audit_log
  FOR EACH ROW WHEN (NEW.action IS NULL) EXECUTE FUNCTION audit_without_ids();

ALTER TABLE audit_log ALTER COLUMN actor_type SET NOT NULL, ALTER COLUMN action SET NOT NULL;
CREATE INDEX audit_log_actor ON audit_log (customer_id, actor_id, audit_id);
CREATE INDEX audit_log_target ON audit_log (customer_id, target_id, audit_id) WHERE target_id IS NOT NULL;
