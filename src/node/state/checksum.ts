import * as zlib from 'node:zlib'

/**
 * CRC-32 of `bytes`, continued from the checksum `before`. Node has it since 20.15 and 22.2; in older versions the
 * table computes the same, more slowly.
 */
export const checksum = (bytes: Uint8Array, before = 0): number =>
  typeof zlib.crc32 === 'function' ? zlib.crc32(bytes, before) : tableChecksum(bytes, before)

export const tableChecksum = (bytes: Uint8Array, before = 0): number => {
  let value = (before ^ 0xffffffff) >>> 0
  for (const byte of bytes) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})
