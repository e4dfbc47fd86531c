import { createAsync } from '@solidjs/router'
import { Suspense } from 'solid-js'
import { slowQuery } from '../session'

export default function Slow() {
  const text = createAsync(() => slowQuery())
  return (
    <main>
      <h1>This is here at once</h1>
      <Suspense fallback={<p>Wait</p>}>
        <p id="late">{text()}</p>
      </Suspense>
    </main>
  )
}
