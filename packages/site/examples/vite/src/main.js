document.querySelector('h1').title = 'open';
