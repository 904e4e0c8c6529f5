#!/bin/sh
# A session in a folder that has the drives, and is covered by an empty one: C:/x is there, /standin/drives/C:/x is not.
# posix-rename@openssh.com is served, as on Windows, whose rename() takes a file that is there away first
# (w32_rename in PowerShell/openssh-portable, contrib/win32/win32compat/misc.c).
cd /standin/drives
exec unshare --mount sh -c 'mount -t tmpfs none /standin/drives && exec /usr/lib/openssh/sftp-server'
