/** Which clients `exec` names that refused the certificate of its run. */
import { expect, test } from 'vitest'
import { CertificateWarnings } from '../../../src/cli/exec/certificate-warnings'

const host = 'cdn.omise.co'
const chromium = { host, agent: 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/156.0.0.0' }

const agents: readonly [agent: string, text: RegExp][] = [
  ['OmisePHP/2.13 PHP/8.2.1', /^a client called cdn\.omise\.co .*: start PHP with php -d curl\.cainfo/],
  ['GuzzleHttp/7', /: start PHP with/],
  ['', /^a client called cdn\.omise\.co (?!.*PHP).*\$SSL_CERT_FILE/],
  ['curl/8.5.0', /^a client called cdn\.omise\.co (?!.*PHP).*\$SSL_CERT_FILE/],
  [chromium.agent, /^a browser called cdn\.omise\.co (?!.*PHP).*ignoreHTTPSErrors/],
]

test.each(agents)('%s gets the way out of its kind, once', (agent, text) => {
  const said: string[] = []
  const warnings = new CertificateWarnings((message) => said.push(message))
  warnings.ended({ host, agent }, false)
  warnings.ended({ host, agent }, false)
  warnings.close()
  expect(said).toEqual([expect.stringMatching(text)])
})

test('a browser that goes on in spite of the certificate is not named; another client is', () => {
  const said: string[] = []
  const warnings = new CertificateWarnings((message) => said.push(message))
  warnings.ended(chromium, false)
  warnings.ended({ host, agent: 'curl/8.5.0' }, false)
  warnings.ended(chromium, true)
  warnings.ended(chromium, false)
  warnings.close()
  expect(said).toEqual([expect.stringMatching(/^a client/)])
})
