import { CoverageAreas } from '../../../sandbox/coverage/coverage-page'
import type { PlacePage, View } from '../frame/view'
import { Send } from '../parts/send'

/** Which parts of the service were used, by all accounts together. */
export const coveragePlace = (view: View): PlacePage => ({
  title: 'Coverage',
  content: (
    <>
      <h1>Coverage</h1>
      <p class="lead">
        What your code has used of the payment service in all accounts. As a file:{' '}
        <a href={view.at('/coverage', { format: 'html' })}>HTML</a>,{' '}
        <a href={view.at('/coverage', { format: 'json' })}>JSON</a>,{' '}
        <a href={view.at('/coverage', { format: 'text' })}>text</a>.
      </p>
      <Send method="DELETE" to={view.at('/coverage')} name="Count from zero" />
      <CoverageAreas of={view.sandbox.coverage()} />
    </>
  ),
})
