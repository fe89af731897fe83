/** The same array, its values divided: it must be the caller's own. A loop, as a callback for each passage takes several times as long. */
export function divided(values: Float64Array, by: number): Float64Array {
  for (let index = 0; index < values.length; index++) values[index] = (values[index] ?? 0) / by
  return values
}
