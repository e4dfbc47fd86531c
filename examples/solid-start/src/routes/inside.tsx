import { createAsync } from '@solidjs/router'
import { Show } from 'solid-js'
import { insideQuery, renameAction } from '../session'

export default function Inside() {
  const data = createAsync(() => insideQuery(), { deferStream: true })
  return (
    <main>
      <Show when={data()}>
        {(known) => (
          <>
            <h1>Inside</h1>
            <p>
              {known().name}, known as <span id="nickname">{known().nickname}</span>
            </p>
            <form action={renameAction} method="post">
              <label>
                Nickname <input name="nickname" required />
              </label>
              <button type="submit">Rename</button>
            </form>
          </>
        )}
      </Show>
    </main>
  )
}

export const route = { preload: () => insideQuery() }
