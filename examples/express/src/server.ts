import { app } from './app.js'

const port = Number(process.env.PORT ?? 3000)
app.listen(port, 'localhost', () => console.log(`http://localhost:${port}`))
