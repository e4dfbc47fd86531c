export default function Guarded() {
  return <h1>Guarded by the middleware</h1>
}
