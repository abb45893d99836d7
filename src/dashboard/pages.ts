import type { Place } from './frame/view'

/** The places of the dashboard. Each loads its code at the first visit. */
export const places: readonly Place[] = [
  {
    path: '/',
    summary: 'The dashboard, for a browser: what just happened, with live updates',
    load: async () => (await import('./overview/page')).overviewPage,
  },
  {
    path: '/clock',
    summary: 'The clock, as a page: what falls due next, and moves to it',
    load: async () => (await import('./clock/page')).clockPage,
  },
  {
    path: '/requests/:id',
    summary: 'The story of one request, as a page: what it changed, its events and their deliveries',
    load: async () => (await import('./requests/page')).requestPage,
  },
]
