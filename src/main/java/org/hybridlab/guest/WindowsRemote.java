package org.hybridlab.guest;

import static org.hybridlab.guest.WindowsQuoting.literal;

/** The few lines of PowerShell that run in a Windows guest for {@link WindowsSsh}. */
final class WindowsRemote {
    /**
     * When the first process of this boot began, to the second, in universal time. Windows' own time of its last boot
     * moves with the clock, which prepare.ps1 sets just before a reboot. Containers have a wininit
     * of their own, later, and in another session: one that began after the clock was set back would look older.
     */
    static final String BOOT_ID = """
            $ErrorActionPreference = 'Stop'
            $all = Get-CimInstance -ClassName Win32_Process -Filter "Name = 'wininit.exe' AND SessionId = 0"
            $first = $all | Sort-Object -Property CreationDate | Select-Object -First 1
            $first.CreationDate.ToUniversalTime().ToString('yyyy-MM-ddTHH:mm:ssZ')
            """;

    /**
     * What comes in is base64: PowerShell would read anything else in the machine's code page. A connection that is cut
     * looks like the end of it from here, so nothing is moved into place that is not whole.
     */
    private static final String WRITE = """
            $ErrorActionPreference = 'Stop'
            $path = PATH
            $text = [Console]::In.ReadToEnd()
            if ($text.Length -ne LENGTH) {
                [Console]::Error.WriteLine("only $($text.Length) of LENGTH characters arrived")
                exit 1
            }
            $bytes = [Convert]::FromBase64String($text)
            New-Item -ItemType Directory -Force -Path (Split-Path -Path $path -Parent) | Out-Null
            $new = "$path.new"
            Set-Content -Path $new -Value '' -Encoding ascii
            PROTECT[IO.File]::WriteAllBytes($new, $bytes)
            if ((Get-FileHash -Path $new -Algorithm SHA256).Hash -ne 'SUM') {
                Remove-Item -Path $new -Force
                [Console]::Error.WriteLine('what arrived is not what was sent')
                exit 1
            }
            Move-Item -Path $new -Destination $path -Force
            """;
    /** Before there is anything in it. */
    private static final String PROTECT = """
            & icacls.exe $new /inheritance:r /grant:r '*S-1-5-18:F' '*S-1-5-32-544:F' /q | Out-Null
            if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }
            """;

    /** PowerShell's own exit code is 1 for any program that failed. */
    private static final String END = """

            if (-not $?) { if ($LASTEXITCODE) { exit $LASTEXITCODE } else { exit 1 } }
            exit 0
            """;

    private WindowsRemote() {
    }

    /** A line whose exit code is that of its last program. */
    static String ending(String line) {
        return line + END;
    }

    /**
     * @param secret whether only the system and administrators may read it
     * @param characters how many come in, as base64
     */
    static String write(String path, boolean secret, int characters, Sent sent) {
        return WRITE.replace("PROTECT", secret ? PROTECT : "").replace("LENGTH", Integer.toString(characters))
                .replace("SUM", sent.sum()).replace("PATH", literal(path));
    }
}
