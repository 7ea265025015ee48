// Two comforts, both absent without JavaScript: samples that copy themselves, and a filter over all operations.

for (const sample of document.querySelectorAll("pre")) {
  if (!navigator.clipboard) break
  const button = document.createElement("button")
  button.type = "button"
  button.className = "copy"
  button.textContent = "Copy"
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(sample.querySelector("code").textContent)
    button.textContent = "Copied"
    button.addEventListener("blur", () => (button.textContent = "Copy"), { once: true })
  })
  const around = document.createElement("div")
  around.className = "copyable"
  sample.replaceWith(around)
  around.append(sample, button)
}

const finder = document.getElementById("finder")
if (finder) {
  finder.closest("[hidden]").hidden = false
  finder.addEventListener("input", () => {
    const words = finder.value.toLowerCase().split(/\s+/).filter(Boolean)
    for (const line of document.querySelectorAll("[data-find]")) {
      line.hidden = !words.every((word) => line.dataset.find.includes(word))
    }
    for (const chapter of document.querySelectorAll(".chapter")) {
      chapter.hidden = chapter.querySelector("[data-find]:not([hidden])") === null
    }
  })
}

document.documentElement.dataset.ready = ""
