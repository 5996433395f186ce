SwaggerUIBundle({
  url: 'openapi.json',
  domNode: document.getElementById('description'),
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  validatorUrl: null
});
