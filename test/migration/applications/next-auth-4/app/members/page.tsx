export default function Members() {
  return <h1>For members only</h1>
}
