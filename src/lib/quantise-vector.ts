/** A vector as bytes: values x scale, within half a scale of it. */
export interface QuantisedVector {
  /** -127 .. 127. */
  readonly values: Int8Array
  /** 0 for a zero vector. */
  readonly scale: number
}

/** The largest value becomes 127. Cosines of unit vectors are then: dot product of the bytes x both scales. */
export function quantiseVector(vector: ArrayLike<number>, into: Int8Array = new Int8Array(vector.length)): QuantisedVector {
  let largest = 0
  for (let index = 0; index < vector.length; index++) {
    const value = vector[index] ?? 0
    if (value > largest) largest = value
    else if (-value > largest) largest = -value
  }
  const scale = largest / 127
  if (scale === 0) return { values: into.fill(0), scale }
  // The nearest whole number. Calling Math.round and Math.abs for each would be most of what opening a space costs, before the engine compiles this.
  for (let index = 0; index < vector.length; index++) into[index] = (((vector[index] ?? 0) / scale + 128.5) | 0) - 128
  return { values: into, scale }
}
