export default function Guarded() {
  return <h1>Guarded by proxy.ts</h1>
}
