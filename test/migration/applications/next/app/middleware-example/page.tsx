export default function Page() {
  return <h1>For readers only</h1>
}
