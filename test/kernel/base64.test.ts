import { expect, test } from 'vitest'
import { fromBase64, toBase64 } from '../../src/kernel/base64'

/** Every byte, and every remainder of a division by three. */
const samples = [0, 1, 2, 3, 4, 5, 6, 256, 257, 258, 7_001].map((length) =>
  Uint8Array.from({ length }, (_, i) => (i * 37 + length) % 256),
)

test.each(samples.map((bytes) => ({ bytes, length: bytes.length })))(
  '$length bytes become the text that Node makes of them, and come back',
  ({ bytes }) => {
    const text = toBase64(bytes)
    expect(text).toBe(Buffer.from(bytes).toString('base64'))
    expect(fromBase64(text)).toEqual(bytes)
  },
)
