/** Words that report, frame or class what is told ("mentions", "kind", "activity"): they weigh less, as their absence proves little. */
export const genericWords: ReadonlySet<string> = new Set(
  `accord acknowledge act activity admire appreciate ask attend become begin believe choose consider continue conversation current currently day describe
  different discuss emphasize encourage enjoy especially experience explain express feel find finish help hope importance important
  inspire item kind mention month motivate name offer old particular particularly people person plan prefer reaction reason receive recent recently
  respond say share show sort specific specifically start suggest support talk tell think throughout time try type use value various visit want week year`.split(
    /\s+/,
  ),
)
