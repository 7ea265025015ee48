/** Why all this matters, above the widgets a tenant chose. */
import { useHere } from "./here.ts"

export const Anchored = () => {
  const { config, widget, words } = useHere()
  const anchor = config.missionAnchor
  if (!anchor?.placements.includes(widget)) return null
  const { cause, ctaLabel, ctaUrl, statement, title } = anchor
  return (
    <div class="anchor">
      <p>
        <b>
          <bdi>{title}</bdi>
        </b>{" "}
        <bdi>{statement}</bdi>
      </p>
      {cause && (
        <p class="fine">
          <bdi>{cause.name}</bdi>: <b>{words.number(cause.totalUnits)}</b> <bdi>{cause.unitLabel}</bdi>
        </p>
      )}
      {ctaUrl?.startsWith("https:") && (
        <a href={ctaUrl} target="_blank" rel="noopener noreferrer" class="button plain">
          <bdi>{ctaLabel}</bdi>
          <span class="heard"> ({words.t("new_tab")})</span>
        </a>
      )}
    </div>
  )
}
