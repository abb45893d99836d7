import { sectionOf, type TopicContent } from '../content'

const ways = sectionOf('ways', 'How to begin', {
  "createTest({ intercept: 'omise' })":
    'vitest, for the length of each test; `extendTest` and, in Jest, `useSandbox` take the same option.',
  "intercept(sandbox, 'omise')":
    "of `payment-sandbox/intercept`: in any process, until `stop()`. Hosts of your own: `{ api: 'api.example.com', vault: 'vault.example.com' }`.",
  'exec --intercept omise -- <command>':
    'a command in any language, and its children: Node by the same code, everything else by an HTTPS proxy with an authority made for the run.',
  'node --import payment-sandbox/register':
    'a Node program and a running sandbox, whose address is in `PAYMENT_SANDBOX_URL` and `PAYMENT_SANDBOX_VAULT_URL`; the hosts are in `PAYMENT_SANDBOX_INTERCEPT`.',
})

/** Every client of `test/runtimes/forms.mjs`, whose tests call in each form. */
const clients = sectionOf(
  'clients',
  'Clients',
  {
    fetch: 'Answered: the global one, also taken before the interception began, and with a `dispatcher`.',
    undici:
      'Answered: `fetch`, `request`, `stream` and `pipeline`, with the global dispatcher, one that is set later, or one of your own: `Client`, `Pool`, `BalancedPool`, `Agent`, `RetryAgent`, over HTTP/1.1 or HTTP/2. Refused: a `ProxyAgent`, which `exec --intercept` answers, and a connection that was opened before the interception.',
    'node:http, node:https':
      'Answered: `request` and `get` with an address, options or both, `new ClientRequest`, every agent (keep-alive, `agent: false`, those of proxy packages), `createConnection`, `lookup`, and what goes through a proxy.',
    'node:http2': 'Answered: `connect`, with and without TLS.',
    'tls.connect, net.connect, net.createConnection':
      'Answered, where HTTP is spoken over them. Refused: `tls.connect` and `net.connect` that were taken from their modules before the interception began.',
    'new net.Socket, new tls.TLSSocket, dns.lookup': 'Refused, by the name that they are given.',
    'axios, got, superagent': 'Answered, over HTTP/2 too.',
    'node-fetch, omise': 'Answered. `omise` is the published client for Node.',
  },
  'No call to a mapped host leaves the process: it is answered, or fails as a network error does in its client. The code ' +
    '(of the error, or of its `cause`) is below. Tested with Node 20, 22, 24 and 26, undici 6, 7 and 8.',
)

const errors = sectionOf('errors', 'Errors', {
  ERR_PAYMENT_SANDBOX_UNREACHABLE:
    'A call to a mapped host in a form that the sandbox cannot answer. The message names the client and the way out.',
  ERR_PAYMENT_SANDBOX_UNMAPPED_HOST:
    "A call to another host under the domain of a mapped one, or, with `others: 'refuse'`, to any other host but this machine. Databases and other protocols pass.",
  ERR_PAYMENT_SANDBOX_UNKNOWN_KEY:
    'Several sandboxes are open for the host, and the key of the call is of none of them, or of more than one: call with those of `sandbox.keys`.',
})

const concurrent = sectionOf('concurrent-tests', 'Concurrent tests', {
  'test.concurrent':
    'Each sandbox has keys of its own, by which its calls are told apart: give your client `sandbox.keys.secret`, not `skey_test_sandbox`. So has a sandbox that opens while another one has the hosts. Tests that run one after the other keep the well-known keys.',
  'a call without a key': "A payer's page goes to the sandbox that has the id in its path.",
  'live keys':
    'Those of the default account are the same in every sandbox: while several are open, call with test keys.',
  'intercept() by hand':
    'Two sandboxes share a host where each has a `publicKey` and a `secretKey` of its own; else the second call throws `already_intercepted`.',
})

const beside = sectionOf('beside-others', 'Beside msw, nock and tracing', {
  'other hosts':
    'A mock or tracer below, such as msw or nock, gets the arguments of the caller unchanged. Begin and stop in any order.',
  'intercept() and msw':
    "Clients are answered in both orders, the published client included, which fails under msw alone. With `onUnhandledRequest: 'error'`, begin the interception after `listen()`: msw 2 refuses a `fetch` before anyone below it sees the call.",
  'handlers(sandbox, hosts) of payment-sandbox/msw':
    'Answers what msw 2 or 3 sees. A client that fails under msw needs `intercept()` too, or is imported after `listen()`.',
  'a call fails, and names agent-base 4':
    'The published client puts a function over `https.request` that drops callbacks: import it before the interception begins.',
})

export const interceptionTopic = (): TopicContent => ({
  text:
    'Your code calls the host that it has built in, and a sandbox answers: no port, no socket, no change to the code. A call that ' +
    'the sandbox does not answer fails; it never reaches the real service.',
  sections: [ways, clients, errors, concurrent, beside],
})
