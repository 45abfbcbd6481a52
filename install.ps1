<#
Installs memory, long-term memory for coding agents, for this user alone.

  irm https://memory.example/releases/latest/download/install.ps1 | iex
  & ([scriptblock]::Create((irm https://memory.example/releases/latest/download/install.ps1))) -Version 0.1.0
  .\install.ps1 -BaseUrl PLACE    a folder or a mirror's URL that holds the archive and checksums.txt
  .\install.ps1 -Uninstall        takes away the binary and the user-wide hooks; memories stay

MEMORY_INSTALL_DIR says where the binary goes, default ~\.local\bin.

It fetches one archive, compares its SHA-256 with checksums.txt, tries the new binary beside the old one and only then
puts it in place. It needs no administrator, changes no setting and starts nothing. The checksum proves that the archive
is, byte for byte, the one published there (integrity), not who built it.

It speaks English alone: Windows PowerShell reads a script by the machine's code page, and a Chinese character read so
may swallow the quote behind it.
#>
param([string]$Version = '', [string]$BaseUrl = '', [switch]$Uninstall)

# Where releases live; scripts/release.ts says so, `deno task docs` writes it here.
$Releases = 'https://memory.example/releases'

function Get-Target {
    if ($PSVersionTable.PSVersion.Major -ge 6 -and -not $IsWindows) { throw 'This is not Windows; run install.sh in a shell' }
    $arch = if ($env:PROCESSOR_ARCHITEW6432) { $env:PROCESSOR_ARCHITEW6432 } else { $env:PROCESSOR_ARCHITECTURE }
    # Windows on ARM runs x64 programs.
    if ($arch -notin 'AMD64', 'ARM64') { throw "There is no memory for Windows on $arch; compile it from its sources: deno task compile" }
    'windows-x64'
}

# A file of the release. What a broken download left behind is continued where curl is there.
function Get-ReleaseFile([string]$Base, [string]$Name, [string]$Path) {
    if (Test-Path -LiteralPath $Base -PathType Container) {
        $from = Join-Path $Base $Name
        if (-not (Test-Path -LiteralPath $from)) { throw "There is no $Name in $Base; -BaseUrl wants the folder that holds it" }
        Copy-Item -LiteralPath $from -Destination $Path
        return
    }
    if ($Base -notmatch '^(https://|http://(localhost|127\.0\.0\.1)([:/]|$))') { throw "$Base is neither an https address nor a folder" }
    if (Get-Command curl.exe -CommandType Application -ErrorAction SilentlyContinue) {
        foreach ($pause in 1, 2, 0) {
            # A redirect never leaves https, and leads from this machine to https alone.
            & curl.exe -fsSL --proto '=http,https' --proto-redir '=https' --connect-timeout 20 -C '-' -o $Path "$Base/$Name"
            if ($LASTEXITCODE -eq 0) { return }
            # Refused by the server, or it can't continue: begin anew.
            if ($LASTEXITCODE -in 22, 33) { Remove-Item -LiteralPath $Path -ErrorAction Ignore }
            Start-Sleep -Seconds $pause
        }
        throw "Cannot download $Base/$Name; check the network, then run this again: what arrived is kept and continued"
    }
    [Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12
    # It would follow a redirect to http: here no redirect is left to follow.
    Invoke-WebRequest -UseBasicParsing -MaximumRedirection 0 -Uri (Get-FinalUri "$Base/$Name") -OutFile $Path
}

# Where the redirects of an address lead, all of them over https.
function Get-FinalUri([uri]$Uri) {
    foreach ($hop in 1..6) {
        $request = [Net.WebRequest]::Create($Uri)
        $request.Method = 'HEAD'
        $request.AllowAutoRedirect = $false
        $response = $request.GetResponse()
        $location = $response.Headers['Location']
        $response.Dispose()
        if (-not $location) { return $Uri }
        $next = New-Object Uri($Uri, $location)
        if ($next.Scheme -ne 'https') { throw "$Uri leads to $next, which is not https" }
        $Uri = $next
    }
    throw 'It redirects in circles'
}

function Install-Memory([string]$Folder, [string]$Base) {
    $name = "memory-$(Get-Target).zip"
    if (-not (Get-Command Get-FileHash -ErrorAction SilentlyContinue)) { throw 'Get-FileHash is missing, so nothing can be checked' }
    $target = Join-Path $Folder 'memory.exe'
    # Beside the target: a move inside one folder happens whole or not at all.
    $stage = Join-Path $Folder ".memory-install-$PID"
    New-Item -ItemType Directory -Force -Path $stage | Out-Null
    try {
        $sums = Join-Path $stage 'checksums.txt'
        Get-ReleaseFile $Base 'checksums.txt' $sums
        $line = Get-Content -LiteralPath $sums | Where-Object { ($_ -split '\s+\*?', 2)[1] -ceq $name } | Select-Object -First 1
        if (-not $line) { throw "checksums.txt in $Base does not name $name" }
        $wanted = ($line -split '\s+')[0]
        # Called by its checksum, so that a part of another release is never continued.
        $part = Join-Path $Folder ".memory-$wanted.part"
        Write-Host "Fetching $name from $Base"
        Get-ReleaseFile $Base $name $part
        $archive = Join-Path $stage $name
        Move-Item -LiteralPath $part -Destination $archive
        $found = (Get-FileHash -LiteralPath $archive -Algorithm SHA256).Hash
        if ($found -ne $wanted) { throw "$name is not the one that checksums.txt names: wanted $wanted, found $found. Nothing was installed" }
        Add-Type -AssemblyName System.IO.Compression.FileSystem
        $new = Join-Path $stage 'memory.exe'
        $zip = [IO.Compression.ZipFile]::OpenRead($archive)
        try { [IO.Compression.ZipFileExtensions]::ExtractToFile($zip.GetEntry('memory.exe'), $new) } finally { $zip.Dispose() }
        $got = & $new --version
        if ($LASTEXITCODE -ne 0) { throw 'The new memory does not run here; nothing was changed. An antivirus may have stopped it' }
        if ($Version -and $got -ne $Version.TrimStart('v')) { throw "Wanted memory $Version, but $Base holds $got" }
        # A running program can't be overwritten on Windows, but moved aside; the next install removes it.
        Get-ChildItem -LiteralPath $Folder -Filter 'memory.exe.old-*' | Remove-Item -ErrorAction Ignore
        if (Test-Path -LiteralPath $target) { Move-Item -LiteralPath $target -Destination "$target.old-$PID" -Force }
        try { Move-Item -LiteralPath $new -Destination $target }
        catch { Move-Item -LiteralPath "$target.old-$PID" -Destination $target -ErrorAction Ignore; throw }
        Remove-Item -LiteralPath "$target.old-$PID" -ErrorAction Ignore
        Write-Host "Installed memory ${got}: $target"
    } finally { Remove-Item -LiteralPath $stage -Recurse -Force -ErrorAction Ignore }
    if (($env:Path.ToLower() -split ';') -notcontains $Folder.ToLower()) {
        $quoted = $Folder.Replace("'", "''")
        Write-Host "`n$Folder is not in your PATH yet. In this shell:`n"
        Write-Host "  `$env:Path = '$quoted;' + `$env:Path`n"
        Write-Host "In every shell, then open a new terminal:`n"
        Write-Host "  [Environment]::SetEnvironmentVariable('Path', '$quoted;' + [Environment]::GetEnvironmentVariable('Path', 'User'), 'User')`n"
    }
    Write-Host 'Next, in a project: memory init'
}

# The projects that have hooks of memory's: ~\.memory\projects names every memory of this machine.
function Get-ConnectedProject([string]$Program) {
    $owners = Join-Path $HOME '.memory\projects\*\owner.json'
    $found = foreach ($owner in Get-ChildItem -Path $owners -ErrorAction Ignore) {
        if ($owner.Directory.Name -like 'global*') { continue }
        $folder = (Get-Content -Raw -LiteralPath $owner.FullName | ConvertFrom-Json).path
        if (-not $folder -or -not (Test-Path -LiteralPath $folder)) { continue }
        Push-Location -LiteralPath $folder
        try { $plan = (& $Program uninstall --dry-run --json | Out-String | ConvertFrom-Json).data } catch { $plan = $null } finally { Pop-Location }
        if ($plan.files) { $plan.root }
    }
    $found | Sort-Object -Unique
}

# Offers to take the hooks out of them; without a person to ask it only names them.
function Disconnect-Project([string]$Program) {
    $projects = @(Get-ConnectedProject $Program)
    if (-not $projects) { return }
    Write-Host "These projects call memory:`n`n$($projects -join "`n")`n"
    $answer = if ([Console]::IsInputRedirected) { 'n' } else { Read-Host 'Take its hooks and skills out of them? What is remembered stays. [y/N]' }
    if ($answer -notlike 'y*') {
        Write-Host "Their hooks and skills stay; without memory the hooks do nothing.`nTo take them out later: install memory again, then in each: memory uninstall`n"
        return
    }
    foreach ($project in $projects) { & $Program uninstall --project-path $project | Out-Null }
}

function Uninstall-Memory([string]$Folder) {
    $target = Join-Path $Folder 'memory.exe'
    if (-not (Test-Path -LiteralPath $target)) { throw "There is no memory in $Folder; MEMORY_INSTALL_DIR says where else it may be" }
    Disconnect-Project $target
    & $target uninstall --global | Out-Host
    Remove-Item -Path "$Folder\memory.exe", "$Folder\memory.exe.old-*", "$Folder\.memory-*.part" -ErrorAction Ignore
    Write-Host "Removed $target`nYour memories stay where they are"
}

# Braces: a script that arrived only in part is no command at all.
& {
    $ErrorActionPreference = 'Stop'
    $ProgressPreference = 'SilentlyContinue'
    $folder = if ($env:MEMORY_INSTALL_DIR) { $env:MEMORY_INSTALL_DIR } else { Join-Path $HOME '.local\bin' }
    $which = if ($Version) { "download/v$($Version.TrimStart('v'))" } else { 'latest/download' }
    $base = if ($BaseUrl) { $BaseUrl.TrimEnd('/', '\') } else { "$Releases/$which" }
    if ($Uninstall) { Uninstall-Memory $folder } else { Install-Memory $folder $base }
}
