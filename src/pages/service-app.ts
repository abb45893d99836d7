import { once } from '../kernel/json'
import { buildApp, type PageRoute } from '../service/http/app'
import { routes } from '../service/resources/registry'
import { hostedFiles } from './payers/layout'

const authorize = () => import('./payers/authorize')
const link = () => import('./payers/link')
const checkout = () => import('./payers/checkout')
const downloads = () => import('./payers/downloads')
const script = async () => (await import('./omise-js/script')).omiseScript

/** The pages for payers and the script for pages of shops, each loaded with the first visit. */
const pages: readonly PageRoute[] = [
  ['get', '/payments/:payment/authorize', async () => (await authorize()).showPayment],
  ['post', '/payments/:payment/authorize', async () => (await authorize()).decidePayment],
  ['get', '/pay/:token', async () => (await link()).linkPage.show],
  ['post', '/pay/:token', async () => (await link()).linkPage.pay],
  ['get', '/pay/:token/complete', async () => (await link()).completePage.show],
  ['post', '/pay/:token/complete', async () => (await link()).completePage.settle],
  ['get', '/checkout/:session', async () => (await checkout()).checkoutPage.show],
  ['post', '/checkout/:session', async () => (await checkout()).checkoutPage.pay],
  ['get', '/checkout/:session/return', async () => (await checkout()).returnFromPayment],
  ['get', '/charges/:id/documents/:document/downloads/:token', async () => (await downloads()).downloadCode],
  [
    'get',
    '/disputes/:id/documents/:document/downloads/:token',
    async () => (await downloads()).downloadDocument,
  ],
  ['get', '/exports/:id/downloads/:token', async () => (await downloads()).downloadExport],
  ['get', '/provider', async () => (await import('./payers/provider')).providerPage],
  ['get', '/omise.js', script],
  ['get', '/omise.js.gz', script],
]

/** One app for all sandboxes of the process, built at the first request, as building it takes 2 ms. */
export const app = once(() =>
  buildApp(routes, {
    // A function, so that a first charge does not load the pages.
    files: { answer: (name) => hostedFiles.answer(name) },
    pages,
  }),
)
