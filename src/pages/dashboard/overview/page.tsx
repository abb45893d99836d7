import type { PlacePage, View } from '../frame/view'
import { Activity } from './activity'

/** What just happened, newest first. */
export const overviewPage = (view: View): PlacePage => ({
  title: 'Overview',
  content: (
    <>
      <h1>Activity</h1>
      <Activity view={view} />
    </>
  ),
})
