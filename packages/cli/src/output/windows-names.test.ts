import { posix, win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { artifactUri } from '../lint/sarif.ts';
import { gitObject } from '../sources/read-revision.ts';
import { urlOfRobots } from '../sources/read-robots.ts';
import { folderOf } from '../watch/kept-versions.ts';
import { repositoryPath } from './repository-path.ts';

describe('Names of files on Windows', () => {
  it.each([
    ['public\\robots.txt', 'public/robots.txt'],
    ['robots.txt', 'robots.txt'],
    ['https://example.com/robots.txt', 'https://example.com/robots.txt'],
  ])('code hosts get %s as %s', (name, path) => {
    expect(repositoryPath(name, win32.sep)).toBe(path);
  });

  it('keeps a backslash where it is a character of a name', () => {
    expect(repositoryPath('a\\b.txt', posix.sep)).toBe('a\\b.txt');
  });

  it.each([
    ['public\\robots.txt', 'public/robots.txt'],
    ['C:\\a b\\robots.txt', 'file:///C:/a%20b/robots.txt'],
    ['https://example.com/robots.txt', 'https://example.com/robots.txt'],
    ['/srv/robots.txt', 'file:///srv/robots.txt'],
  ])('SARIF names the artifact %s as %s', (name, uri) => {
    expect(artifactUri(name, win32.sep)).toBe(uri);
  });

  it('asks git for a path with slashes', () => {
    expect(gitObject('git:HEAD:public\\robots.txt', win32.sep)).toBe('HEAD:public/robots.txt');
    expect(gitObject('git:HEAD:a\\b.txt', posix.sep)).toBe('HEAD:a\\b.txt');
  });

  it.each(['C:\\site\\robots', 'C:\\a.b\\robots', '..\\site\\robots.dat', 'site.example\\robots', '.\\a.b'])(
    'never takes the path %s for a host',
    (name) => {
      expect(urlOfRobots(name)).toBeUndefined();
    },
  );

  it('names the folder of a host with a port without a colon, which Windows forbids', () => {
    expect(folderOf('kept', 'http://127.0.0.1:8080', win32)).toBe('kept\\127.0.0.1%3A8080');
    expect(folderOf('kept', 'https://example.com', win32)).toBe('kept\\example.com');
    expect(folderOf('kept', 'http://127.0.0.1:8080', posix)).toBe('kept/127.0.0.1:8080');
  });
});
