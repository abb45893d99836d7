/** Contract 1: `tls`: both servers serve https with a self-signed certificate or one's own. */

import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createServer, get } from 'node:https'
import { json } from 'node:stream/consumers'
import { TLSSocket } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { type Certificate, certificateFor, createAuthority, selfSigned } from '../../src/node/authority'
import { temporaryFolder } from '../support/folder'
import { portOf } from '../support/server'
import { test as it, makeSandbox } from '../support/set-up'

interface Seen {
  readonly status: number | undefined
  readonly names: string | undefined
  readonly body: { readonly status?: string }
}

/** Sends a request as a client that trusts this certificate. Default: a client that checks none. */
const ask = async (url: string, ca?: string): Promise<Seen> => {
  const trust = ca === undefined ? { rejectUnauthorized: false } : { ca }
  const [answer] = (await once(get(url, { ...trust, agent: false }), 'response')) as [IncomingMessage]
  const { socket } = answer
  const names = socket instanceof TLSSocket ? socket.getPeerCertificate().subjectaltname : undefined
  return { status: answer.statusCode, names, body: (await json(answer)) as Seen['body'] }
}

const ownFiles = async () => {
  const { cert, key } = await certificateFor('shop.test', {})
  const folder = temporaryFolder()
  const files = { tlsCert: `${folder}/cert.pem`, tlsKey: `${folder}/key.pem` }
  writeFileSync(files.tlsCert, cert)
  writeFileSync(files.tlsKey, key)
  return { files, cert, folder }
}

describe('listen({ tls: true })', () => {
  it('serves https on both servers, with a certificate for this machine', async ({ sandbox }) => {
    const { url, vaultUrl, dashboardUrl } = await sandbox.listen({ port: 0, tls: true })
    for (const text of [url, vaultUrl, dashboardUrl]) expect(text).toMatch(/^https:/)
    const health = await ask(`${url}/_sandbox/health`)
    expect(health).toMatchObject({ status: 200, body: { status: 'ok' } })
    for (const name of ['DNS:localhost', 'IP Address:127.0.0.1']) expect(health.names).toContain(name)
    expect((await ask(`${vaultUrl}/tokens/none`)).status).toBe(401)
    expect(sandbox.url).toBe(url)
  })
})

describe('listen({ tlsCert, tlsKey })', () => {
  it('serves https with the given certificate, which clients can verify', async () => {
    const { files, cert } = await ownFiles()
    const { url } = await makeSandbox().listen({ port: 0, ...files })
    const seen = await ask(`${url}/_sandbox/health`, cert)
    expect(seen.status).toBe(200)
    expect(seen.names).toContain('DNS:shop.test')
  })

  it('refuses an invalid certificate or key, and then does not listen', async () => {
    const { files, folder } = await ownFiles()
    const other = await certificateFor('localhost', {})
    writeFileSync(`${folder}/other.pem`, other.key)
    const sandbox = makeSandbox()
    const wrong = [
      { ...files, tlsKey: `${folder}/other.pem` },
      { ...files, tlsCert: files.tlsKey },
      { ...files, tlsKey: `${folder}/none.pem` },
      { tlsCert: files.tlsCert },
      { ...files, tls: false },
    ]
    for (const options of wrong)
      await expect(sandbox.listen({ port: 0, ...options }), JSON.stringify(options)).rejects.toMatchObject({
        code: 'invalid_option',
        message: expect.stringMatching(/tls/),
      })
    expect(sandbox.url).toBe('https://api.payment-sandbox.test')
  })
})

// Certificates made for one run: every kind of client has to accept them, strict ones too.

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
