/** Texts that each service makes up for itself are held against each other by their form. */
import { expect, test } from 'vitest'
import { compareTexts, Pairs, type TextScene } from '../../../src/cli/compare/texts'

const address = { api: 'https://api.example.com', vault: 'https://vault.example.com' }
const scene: TextScene = { own: address, other: address, slackMs: 0, isNoting: false, pairs: new Pairs() }

test.each([
  ['letters and digits', 'A319060C3498D12F', '0F19060C3498D12A', 'same'],
  ['no letter by chance', 'A319060C3498D12F', '1548358642454405', 'same'],
  ['no letter by chance in ours', '1548358642454405', 'A319060C3498D12F', 'same'],
  ['another length', 'A319060C3498D12F', 'A319060C', 'another value'],
  ['another word', 'A319060C3498D12F', 'not found at all', 'another value'],
])('the token of a download: %s', (_, ours, theirs, verdict) => {
  const at = (token: string): string => `https://api.example.com/documents/1/downloads/${token}`
  expect(compareTexts(at(ours), at(theirs), 'download_uri', scene)).toBe(verdict)
})
