import { once } from '../../kernel/json'
import { buildApp, type PageRoute } from '../../service/http/app'
import { routes } from '../../service/resources/registry'
import { hostedFiles } from './layout'

/** The pages for payers and the script for pages of shops, each loaded with the first visit. */
const pages: readonly PageRoute[] = [
  ['get', '/payments/:payment/authorize', async () => (await import('./authorize')).showPayment],
  ['post', '/payments/:payment/authorize', async () => (await import('./authorize')).decidePayment],
  ['get', '/pay/:token', async () => (await import('./link')).linkPage.show],
  ['post', '/pay/:token', async () => (await import('./link')).linkPage.pay],
  ['get', '/pay/:token/complete', async () => (await import('./link')).completePage.show],
  ['post', '/pay/:token/complete', async () => (await import('./link')).completePage.settle],
  ['get', '/checkout/:session', async () => (await import('./checkout')).checkoutPage.show],
  ['post', '/checkout/:session', async () => (await import('./checkout')).checkoutPage.pay],
  ['get', '/checkout/:session/return', async () => (await import('./checkout')).returnFromPayment],
  [
    'get',
    '/charges/:id/documents/:document/downloads/:token',
    async () => (await import('./downloads')).downloadCode,
  ],
  [
    'get',
    '/disputes/:id/documents/:document/downloads/:token',
    async () => (await import('./downloads')).downloadDocument,
  ],
  ['get', '/exports/:id/downloads/:token', async () => (await import('./downloads')).downloadExport],
  ['get', '/provider', async () => (await import('./provider')).providerPage],
  ['get', '/omise.js', async () => (await import('../omise-js/script')).omiseScript],
  ['get', '/omise.js.gz', async () => (await import('../omise-js/script')).omiseScript],
]

/** One app for all sandboxes of the process, built at the first request, as building it takes 2 ms. */
export const app = once(() =>
  buildApp(routes, {
    // A function, so that a first charge does not load the pages.
    files: { answer: (name) => hostedFiles.answer(name) },
    pages,
  }),
)
