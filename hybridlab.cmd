@echo off
rem hybridlab's launcher for Windows hosts. Written after `hybridlab`, and never run: nobody of us had a Windows host.
rem It starts an unpacked release; it installs and builds nothing. Needs Java 17 on the PATH or in JAVA_HOME.
setlocal
set "HYBRIDLAB_HOME=%~dp0"
if "%HYBRIDLAB_HOME:~-1%"=="\" set "HYBRIDLAB_HOME=%HYBRIDLAB_HOME:~0,-1%"
set "LIB=%HYBRIDLAB_HOME%\lib"
if exist "%HYBRIDLAB_HOME%\pom.xml" set "LIB=%HYBRIDLAB_HOME%\target\lib"
rem No block in brackets: a path with a bracket in it, as below "Program Files (x86)", would end it.
if not exist "%LIB%\hybridlab.jar" echo hybridlab: "%LIB%\hybridlab.jar" is missing. In a clone, run: mvn package 1>&2
if not exist "%LIB%\hybridlab.jar" exit /b 3
set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java"
rem Java's warnings would go to standard output, before the document there.
set "LOGGING=-Xlog:disable -Xlog:all=warning:stderr"
rem Questions are asked where somebody can type: `timeout` refuses a standard input that is no console.
rem Whether standard output is a console cannot be told here.
set "TERMINAL=-Dhybridlab.terminal=true -Dhybridlab.terminal.out=true"
"%SystemRoot%\System32\timeout.exe" /t 0 >nul 2>&1 || set "TERMINAL="
if "%HYBRIDLAB_TERMINAL%"=="0" set "TERMINAL="
"%JAVA%" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto %LOGGING% %TERMINAL% %HYBRIDLAB_JAVA_OPTIONS% -cp "%LIB%\hybridlab.jar" org.hybridlab.cli.Main %*
exit /b %ERRORLEVEL%
