/** Certificates made for one run: every kind of client has to accept them, strict ones too. */
import { X509Certificate } from 'node:crypto'
import { createServer, get } from 'node:https'
import { expect, test } from 'vitest'
import { type Certificate, createAuthority, selfSigned } from '../../src/node/authority'
import { portOf } from '../support/server'

/** The status of a request to a server with this certificate, called by a name; or the code of the error. */
const visit = async (certificate: Certificate, ca: string, servername: string): Promise<unknown> => {
  const server = createServer(certificate, (_, response) => response.end())
  const port = await portOf(server)
  const headers = { host: servername }
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port, ca, servername, headers, agent: false }, (answer) =>
      resolve(answer.resume().statusCode),
    ).on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
  })
}

test('an authority signs certificates for names and addresses, which its own certificate proves', async () => {
  const authority = await createAuthority()
  const leaf = await authority.issue(['api.example.com', '127.0.0.1', '[::1]'])
  const read = new X509Certificate(leaf.cert)
  expect(read.verify(new X509Certificate(authority.cert).publicKey)).toBe(true)
  expect(read.subjectAltName).toBe('DNS:api.example.com, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1')
  expect(await visit(leaf, authority.cert, 'api.example.com')).toBe(200)
  expect(await visit(leaf, authority.cert, 'vault.example.com')).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
})

test('each run has an authority of its own: certificates of another are not trusted', async () => {
  const [one, other] = await Promise.all([createAuthority(), createAuthority()])
  const leaf = await other.issue(['api.example.com'])
  expect(await visit(leaf, one.cert, 'api.example.com')).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE')
})

test('a signed certificate cannot sign others, and an authority cannot make further authorities', async () => {
  const authority = await createAuthority()
  const leaf = await authority.issue(['api.example.com'])
  expect(new X509Certificate(authority.cert).ca).toBe(true)
  expect(new X509Certificate(leaf.cert).ca).toBe(false)
  expect(new X509Certificate((await selfSigned(['localhost'])).cert).ca).toBe(false)
  expect(new X509Certificate(authority.cert).toString()).not.toContain('PRIVATE KEY')
})
