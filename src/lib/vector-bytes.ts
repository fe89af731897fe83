// Stores and exports are carried from machine to machine, so their floats are little-endian on all.
const swapNeeded = new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1

export function toBytes(vector: Float32Array): Buffer {
  const copy = Buffer.from(vector.slice().buffer)
  return swapNeeded ? copy.swap32() : copy
}

export function fromBytes(stored: Uint8Array): Float32Array {
  // Copied, because the bytes may begin anywhere and floats can't.
  const copy = Uint8Array.from(stored)
  if (swapNeeded) Buffer.from(copy.buffer).swap32()
  return new Float32Array(copy.buffer)
}
