/**
 * Every client and form of call of the table in `payment-sandbox docs interception`: each calls a host in its own way, and
 * gives the status of the answer.
 */
import dns from 'node:dns'
import http, { request as importedRequest } from 'node:http'
import http2 from 'node:http2'
import https, { get as importedGet } from 'node:https'
import net, { connect as importedConnect } from 'node:net'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import tls from 'node:tls'

const secure = 'https://api.omise.co'
const plain = 'http://api.omise.co'
const path = '/account'

const takenBefore = {
  fetch: globalThis.fetch,
  request: https.request,
  connect: tls.connect,
  plainConnect: net.connect,
  plainRequest: http.request,
}

/** A request of Node's client, begun by `begin`. */
const sent = (begin) =>
  new Promise((resolve, reject) => {
    begin((answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .on('error', reject)
      .end()
  })

const overSocket = (socket, ready, headers) =>
  new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.once(ready, () => {
      const lines = Object.entries({ host: 'api.omise.co', connection: 'close', ...headers })
      socket.write(
        `GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
      )
      text(socket).then((answer) => resolve(Number(answer.slice(9, 12))), reject)
    })
  })

const overHttp2 = (session, headers) =>
  new Promise((resolve, reject) => {
    session.on('error', reject)
    const stream = session.request({ ':path': path, ...headers })
    stream.on('error', reject).on('response', ({ ':status': status }) => {
      stream.resume().on('end', () => {
        session.close()
        resolve(status)
      })
    })
  })

/** An agent that is none of Node's, as older packages for proxies have it. */
const foreignAgent = () => ({
  addRequest: (request, options) => request.onSocket(tls.connect({ host: options.host, port: 443 })),
})

const nodeForms = (headers) => ({
  'node:http request(url)': () => sent((then) => http.request(plain + path, { headers }, then)),
  'node:http get(options)': () => sent((then) => http.get({ host: 'api.omise.co', path, headers }, then)),
  'node:https request(URL, options)': () =>
    sent((then) => https.request(new URL(secure + path), { headers }, then)),
  'node:https request(options)': () =>
    sent((then) => https.request({ hostname: 'api.omise.co', path, headers }, then)),
  'node:https get(url, options)': () => sent((then) => https.get(secure + path, { headers }, then)),
  'node:https with a keep-alive agent': () =>
    sent((then) => https.get(secure + path, { headers, agent: new https.Agent({ keepAlive: true }) }, then)),
  'node:https with agent: false': () =>
    sent((then) => https.get(secure + path, { headers, agent: false }, then)),
  'node:https with an agent that is none of Node': () =>
    sent((then) => https.get(secure + path, { headers, agent: foreignAgent() }, then)),
  'node:https with createConnection': () =>
    sent((then) =>
      https.get(secure + path, { headers, createConnection: () => tls.connect(443, 'api.omise.co') }, then),
    ),
  'node:https with lookup': () =>
    sent((then) =>
      https.get(secure + path, { headers, lookup: (_, __, done) => done(new Error('looked up')) }, then),
    ),
  'node:http new ClientRequest': () =>
    sent((then) => new http.ClientRequest(plain + path, { headers }, then)),
  'node:http request, imported by name': () =>
    sent((then) => importedRequest(plain + path, { headers }, then)),
  'node:https get, imported by name': () => sent((then) => importedGet(secure + path, { headers }, then)),
  'node:https request, taken before': () =>
    sent((then) => takenBefore.request(secure + path, { headers }, then)),
  'node:http request, taken before': () =>
    sent((then) => takenBefore.plainRequest(plain + path, { headers }, then)),
})

const connectionForms = (headers) => ({
  'node:http2 connect': () => overHttp2(http2.connect(secure), headers),
  'node:http2 connect, without TLS': () => overHttp2(http2.connect(plain), headers),
  'tls.connect(options)': () =>
    overSocket(tls.connect({ host: 'api.omise.co', port: 443 }), 'secureConnect', headers),
  'tls.connect(port, host)': () => overSocket(tls.connect(443, 'api.omise.co'), 'secureConnect', headers),
  'tls.connect over net.connect': () =>
    overSocket(
      tls.connect({ socket: net.connect(443, 'api.omise.co'), servername: 'api.omise.co' }),
      'secureConnect',
      headers,
    ),
  'tls.connect to an address, by its server name': () =>
    overSocket(
      tls.connect({ host: '203.0.113.1', port: 443, servername: 'api.omise.co' }),
      'secureConnect',
      headers,
    ),
  'net.connect(port, host)': () => overSocket(net.connect(80, 'api.omise.co'), 'connect', headers),
  'net.createConnection(options)': () =>
    overSocket(net.createConnection({ host: 'api.omise.co', port: 80 }), 'connect', headers),
  'net.connect, imported by name': () => overSocket(importedConnect(80, 'api.omise.co'), 'connect', headers),
})

/** What Node's client sends through a proxy, which does not exist here. */
const viaProxyForms = ({ axios }, headers) => ({
  ...(axios && {
    'axios with a proxy': async () =>
      (await axios.get(secure + path, { headers, proxy: { host: 'proxy.invalid', port: 3128 } })).status,
  }),
  'node:http request to a proxy': () =>
    sent((then) => http.request({ host: 'proxy.invalid', port: 3128, path: secure + path, headers }, then)),
  'node:http request of a tunnel': async () => {
    const socket = await new Promise((resolve, reject) => {
      http
        .request({ host: 'proxy.invalid', port: 3128, method: 'CONNECT', path: 'api.omise.co:443' })
        .on('connect', (_, tunnel) => resolve(tunnel))
        .on('error', reject)
        .end()
    })
    return overSocket(tls.connect({ socket, servername: 'api.omise.co' }), 'secureConnect', headers)
  },
})

/** Those that the sandbox cannot answer. */
const refusedForms = (headers) => ({
  'tls.connect, taken before': () =>
    overSocket(takenBefore.connect(443, 'api.omise.co'), 'secureConnect', headers),
  'new net.Socket': () => overSocket(new net.Socket().connect(80, 'api.omise.co'), 'connect', headers),
  'net.connect, taken before': () =>
    overSocket(takenBefore.plainConnect(80, 'api.omise.co'), 'connect', headers),
  'dns.lookup': () => dns.promises.lookup('api.omise.co'),
  'new tls.TLSSocket': () =>
    overSocket(new tls.TLSSocket().connect({ port: 443, host: 'api.omise.co' }), 'secureConnect', headers),
})

/** The status, once the body is read. */
const statusOf = async ({ statusCode, body }) => {
  await body.dump()
  return statusCode
}

/** @param undici the package, of any of its majors */
const undiciForms = (undici, headers) => {
  const { Agent } = undici
  const asFetch = async (call, dispatcher) => {
    const answer = await call(secure + path, { headers, ...(dispatcher && { dispatcher }) })
    await answer.text()
    return answer.status
  }
  return {
    'undici.request': async () => statusOf(await undici.request(secure + path, { headers })),
    'undici.fetch': () => asFetch(undici.fetch),
    'undici.fetch with dispatcher': () => asFetch(undici.fetch, new Agent()),
    'fetch with dispatcher': () => asFetch(globalThis.fetch, new Agent()),
    'undici.stream': async () => {
      let status
      const dispatcher = new Agent()
      await undici.stream(secure + path, { headers, dispatcher }, ({ statusCode }) => {
        status = statusCode
        return new Writable({ write: (_, __, done) => done() })
      })
      return status
    },
    'undici.pipeline': () =>
      new Promise((resolve, reject) => {
        undici
          .pipeline(secure + path, { method: 'GET', headers }, ({ statusCode, body }) => {
            resolve(statusCode)
            return body
          })
          .on('error', reject)
          .resume()
          .end()
      }),
    'undici, after setGlobalDispatcher': async () => {
      const before = undici.getGlobalDispatcher()
      undici.setGlobalDispatcher(new Agent())
      try {
        return await statusOf(await undici.request(secure + path, { headers }))
      } finally {
        undici.setGlobalDispatcher(before)
      }
    },
  }
}

const dispatcherForms = (undici, headers) => {
  const { Agent, BalancedPool, Client, Pool, RetryAgent } = undici
  const by =
    (dispatcher, origin = secure) =>
    async () =>
      statusOf(await undici.request(origin + path, { headers, dispatcher }))
  const withOwn = (dispatcher) => async () =>
    statusOf(await dispatcher.request({ path, method: 'GET', headers, origin: secure }))
  return {
    'undici.request with an Agent': by(new Agent()),
    'undici.request with an Agent, without TLS': by(new Agent(), plain),
    'undici.request with an Agent for HTTP/2': by(new Agent({ allowH2: true })),
    'undici.request with an Agent and connect options': by(new Agent({ connect: { timeout: 1000 } })),
    'undici.request with a RetryAgent': by(new RetryAgent(new Agent())),
    'undici.Client': withOwn(new Client(secure)),
    'undici.Pool': withOwn(new Pool(secure)),
    'undici.BalancedPool': withOwn(new BalancedPool(secure)),
  }
}

const clientForms = ({ axios, got, nodeFetch, superagent, omise }, headers) => ({
  ...(axios && {
    axios: async () => (await axios.get(secure + path, { headers })).status,
    'axios with HTTP/2': async () => (await axios.get(secure + path, { headers, httpVersion: 2 })).status,
  }),
  ...(got && {
    got: async () => (await got(secure + path, { headers, retry: { limit: 0 } })).statusCode,
    'got with HTTP/2': async () =>
      (await got(secure + path, { headers, http2: true, retry: { limit: 0 } })).statusCode,
  }),
  ...(nodeFetch && { 'node-fetch': async () => (await nodeFetch(secure + path, { headers })).status }),
  ...(superagent && {
    superagent: async () => (await superagent.get(secure + path).set(headers)).status,
    'superagent with HTTP/2': async () =>
      (
        await superagent
          .get(secure + path)
          .http2()
          .set(headers)
      ).status,
  }),
  ...(omise && {
    omise: async () =>
      (await omise({ secretKey: 'skey_test_sandbox' }).account.retrieve()).object === 'account' ? 200 : 0,
  }),
})

/** @returns the status of an answer, or the code of the refusal */
const outcome = async (call) => {
  try {
    return await call()
  } catch (error) {
    return error.code ?? error.cause?.code ?? String(error)
  }
}

const outcomesOf = async (forms) => {
  const outcomes = {}
  for (const [name, call] of Object.entries(forms)) outcomes[name] = await outcome(call)
  return outcomes
}

/**
 * Calls in every form, one after the other.
 * @param clients the packages that are there
 * @returns the outcome of each, by its name
 */
export const callAll = async ({ undici, ...clients }, headers) => ({
  ...(await callDirectly({ undici, ...clients }, headers)),
  ...(await outcomesOf(viaProxyForms(clients, headers))),
})

/** The same without proxies. */
export const callDirectly = async ({ undici, ...clients }, headers) => {
  const fetchGlobal = async (call) => (await call(secure + path, { headers })).status
  const forms = {
    fetch: () => fetchGlobal(globalThis.fetch),
    'fetch, taken before': () => fetchGlobal(takenBefore.fetch),
    ...nodeForms(headers),
    ...connectionForms(headers),
    ...(undici && { ...undiciForms(undici, headers), ...dispatcherForms(undici, headers) }),
    ...clientForms(clients, headers),
  }
  return outcomesOf(forms)
}

/** The same in the forms that are refused. */
export const callRefused = (headers) => outcomesOf(refusedForms(headers))
