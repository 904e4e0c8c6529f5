package org.hybridlab.guest;

import static org.hybridlab.guest.WindowsQuoting.literal;

final class WindowsRemote {
    /**
     * Start of this boot's first process, to the second, in UTC. Windows' own boot time moves with the clock, which
     * prepare.ps1 sets before a reboot. Containers have a later wininit in other sessions, which would look older after
     * a clock change.
     */
    static final String BOOT_ID = """
            $ErrorActionPreference = 'Stop'
            $all = Get-CimInstance -ClassName Win32_Process -Filter "Name = 'wininit.exe' AND SessionId = 0"
            $first = $all | Sort-Object -Property CreationDate | Select-Object -First 1
            $first.CreationDate.ToUniversalTime().ToString('yyyy-MM-ddTHH:mm:ssZ')
            """;

    /**
     * Base64, since PowerShell decodes stdin by the machine's code page. A cut connection looks like the end of the
     * file, so incomplete files are dropped.
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
    /** Before it has content. */
    private static final String PROTECT = """
            & icacls.exe $new /inheritance:r /grant:r '*S-1-5-18:F' '*S-1-5-32-544:F' /q | Out-Null
            if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }
            """;

    /** PowerShell's own exit code is 1 for any failed program. */
    private static final String END = """

            if (-not $?) { if ($LASTEXITCODE) { exit $LASTEXITCODE } else { exit 1 } }
            exit 0
            """;

    private WindowsRemote() {
    }

    static String ending(String line) {
        return line + END;
    }

    /**
     * @param secret readable for the system and administrators only
     * @param characters length of the base64 input
     */
    static String write(String path, boolean secret, int characters, Sent sent) {
        return WRITE.replace("PROTECT", secret ? PROTECT : "").replace("LENGTH", Integer.toString(characters))
                .replace("SUM", sent.sum()).replace("PATH", literal(path));
    }
}
