package org.hybridlab.guest;

import static org.hybridlab.guest.WindowsQuoting.literal;

/** The few lines of PowerShell that run in a Windows guest for {@link WindowsSsh}. */
final class WindowsRemote {
    /**
     * When the first process of this boot began, to the second, in universal time. Windows' own time of its last boot
     * moves with the clock, which prepare.ps1 sets just before a reboot. Containers have a wininit of their own, later.
     */
    static final String BOOT_ID = """
            $all = Get-CimInstance -ClassName Win32_Process -Filter "Name = 'wininit.exe'"
            $first = $all | Sort-Object -Property CreationDate | Select-Object -First 1
            $first.CreationDate.ToUniversalTime().ToString('yyyy-MM-ddTHH:mm:ssZ')
            """;

    /** What comes in is base64: PowerShell would read anything else in the machine's code page. */
    private static final String WRITE = """
            $ErrorActionPreference = 'Stop'
            $path = PATH
            $bytes = [Convert]::FromBase64String([Console]::In.ReadToEnd())
            New-Item -ItemType Directory -Force -Path (Split-Path -Path $path -Parent) | Out-Null
            $new = "$path.new"
            Set-Content -Path $new -Value '' -Encoding ascii
            PROTECT[IO.File]::WriteAllBytes($new, $bytes)
            Move-Item -Path $new -Destination $path -Force
            """;
    /** Before there is anything in it. */
    private static final String PROTECT = """
            & icacls.exe $new /inheritance:r /grant:r '*S-1-5-18:F' '*S-1-5-32-544:F' /q | Out-Null
            if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }
            """;

    private WindowsRemote() {
    }

    /** @param secret whether only the system and administrators may read it */
    static String write(String path, boolean secret) {
        return WRITE.replace("PROTECT", secret ? PROTECT : "").replace("PATH", literal(path));
    }
}
