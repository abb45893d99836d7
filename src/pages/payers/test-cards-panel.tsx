import { testChoices } from './test-cards'

/** Buttons of another form that pay with a card of the chosen outcome. */
export const TestCards = ({ form }: { readonly form: string }) => (
  <aside aria-labelledby="test-cards">
    <h2 id="test-cards">Use a test card</h2>
    <p>Each button pays with a card that has this outcome.</p>
    <ul>
      {testChoices().map(({ value, name, kind, number, failure }) => (
        <li>
          <button type="submit" class="choice" form={form} formnovalidate name="test_card" value={value}>
            <span class={`dot ${kind}`} aria-hidden="true" />
            <span>
              {name}
              {failure === null ? null : <small>{failure}</small>}
            </span>
            <code>{`•••• ${number.slice(-4)}`}</code>
          </button>
        </li>
      ))}
    </ul>
  </aside>
)
