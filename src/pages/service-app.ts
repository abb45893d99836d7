import { once } from '../kernel/json'
import { buildApp, type PageRoute } from '../service/http/app'
import { routes } from '../service/resources/registry'
import { hostedFiles } from './payers/layout'

/** The pages for payers and the script for pages of shops, each loaded with the first visit. */
const pages: readonly PageRoute[] = [
  ['get', '/payments/:payment/authorize', async () => (await import('./payers/authorize')).showPayment],
  ['post', '/payments/:payment/authorize', async () => (await import('./payers/authorize')).decidePayment],
  ['get', '/pay/:token', async () => (await import('./payers/link')).linkPage.show],
  ['post', '/pay/:token', async () => (await import('./payers/link')).linkPage.pay],
  ['get', '/pay/:token/complete', async () => (await import('./payers/link')).completePage.show],
  ['post', '/pay/:token/complete', async () => (await import('./payers/link')).completePage.settle],
  ['get', '/checkout/:session', async () => (await import('./payers/checkout')).checkoutPage.show],
  ['post', '/checkout/:session', async () => (await import('./payers/checkout')).checkoutPage.pay],
  ['get', '/checkout/:session/return', async () => (await import('./payers/checkout')).returnFromPayment],
  [
    'get',
    '/charges/:id/documents/:document/downloads/:token',
    async () => (await import('./payers/downloads')).downloadCode,
  ],
  [
    'get',
    '/disputes/:id/documents/:document/downloads/:token',
    async () => (await import('./payers/downloads')).downloadDocument,
  ],
  ['get', '/exports/:id/downloads/:token', async () => (await import('./payers/downloads')).downloadExport],
  ['get', '/provider', async () => (await import('./payers/provider')).providerPage],
  ['get', '/omise.js', async () => (await import('./omise-js/script')).omiseScript],
  ['get', '/omise.js.gz', async () => (await import('./omise-js/script')).omiseScript],
]

/** One app for all sandboxes of the process, built at the first request, as building it takes 2 ms. */
export const app = once(() =>
  buildApp(routes, {
    // A function, so that a first charge does not load the pages.
    files: { answer: (name) => hostedFiles.answer(name) },
    pages,
  }),
)
