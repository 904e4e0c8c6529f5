#!/bin/sh
# A session in a folder that has the drives, and is covered by an empty one: C:/x is there, /standin/drives/C:/x is not.
cd /standin/drives
exec unshare --mount sh -c 'mount -t tmpfs none /standin/drives && exec /usr/lib/openssh/sftp-server -P posix-rename,posix-rename@openssh.com'
